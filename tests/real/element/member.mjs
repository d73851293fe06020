// A member of an encrypted room whose client shares keys with signed devices only, as Element does.
// It says something, waits for an answer by the bot, and prints what it makes of both as JSON.
import * as sdk from "matrix-js-sdk";
import { OnlySignedDevicesIsolationMode } from "matrix-js-sdk/lib/crypto-api/index.js";

const [baseUrl, userId, deviceId, accessToken, room, bot, botDevice] = process.argv.slice(2);
for (const name of ["log", "debug", "info", "warn", "error", "trace"]) console[name] = () => {};
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, getChild: () => silent };

const client = sdk.createClient({ baseUrl, userId, deviceId, accessToken, logger: silent });
await client.initRustCrypto({ useIndexedDB: false });
const crypto = client.getCrypto();
crypto.setDeviceIsolationMode(new OnlySignedDevicesIsolationMode());
const ready = new Promise((done) => client.once("sync", done));
await client.startClient({ initialSyncLimit: 20 });
await ready;
await crypto.bootstrapCrossSigning({ authUploadDeviceSigningKeys: (send) => send(null) });

const withheld = [];
const answered = new Promise((done) => {
  client.on("Event.decrypted", async (event) => {
    if (event.getSender() !== bot || event.getType() === "m.room.encrypted") return;
    if (event.isDecryptionFailure()) return withheld.push(event.decryptionFailureReason);
    const info = await crypto.getEncryptionInfoForEvent(event);
    done({ body: event.getContent().body, shield: info?.shieldColour ?? null });
  });
});
await client.sendMessage(room, { msgtype: "m.text", body: "can you read me?" });
const late = new Promise((done) => setTimeout(done, 30000, null));
const answer = await Promise.race([answered, late]);
const status = await crypto.getDeviceVerificationStatus(bot, botDevice);
process.stdout.write(JSON.stringify({ signed: status?.signedByOwner ?? false, answer, withheld }));
client.stopClient();
process.exit(0);
