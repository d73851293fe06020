// /remem in the plugin: which message it is of, and what is handed over. The plugin stands in a folder of its
// own, as OpenClaw has it, beside a stand-in for OpenClaw's package that it may open by name alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, beforeEach, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "talk-")));
after(() => fs.rmSync(home, { recursive: true }));
process.env.OPENCLAW_STATE_DIR = home;
const plugin = path.join(home, "plugin");
fs.cpSync(fileURLToPath(new URL("../../hooks/openclaw-plugin", import.meta.url)), plugin, { recursive: true });

const ALPHA = "agent:main:matrix:channel:!alpha:example.org";
const sdk = path.join(plugin, "node_modules", "openclaw");
const STANDING = { senderId: "@nora:example.org", senderName: "Nora", transport: { messageId: "$1" } };
const put = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(sdk, name)), { recursive: true });
  fs.writeFileSync(path.join(sdk, name), text);
};
put("package.json", JSON.stringify({ name: "openclaw", type: "module", exports: { "./plugin-sdk/*": "./sdk/*.js" } }));
put("sdk/session-store-runtime.js", `export const getSessionEntry = () => ({ sessionId: "s", subject: "Alpha" });`);
put(
  "sdk/session-transcript-runtime.js",
  `export async function readSessionTranscriptEvents({ sessionId }) {
     if (sessionId !== "s") throw new Error("no such session");
     const message = { role: "user", content: "we ship", timestamp: 1, __openclaw: ${JSON.stringify(STANDING)} };
     return [{ type: "message", id: "e1", message }];
   }`,
);

const noted = path.join(home, "calls");
const pmem = path.join(home, "pmem.mjs");
fs.writeFileSync(
  pmem,
  `import fs from "node:fs";
   if (process.argv[3] === "serve") process.exit(2); // one that does not stay: each call is a process of its own
   const call = { words: process.argv.slice(2), lines: fs.readFileSync(0, "utf8") };
   fs.appendFileSync(${JSON.stringify(noted)}, JSON.stringify(call) + "\\n");
   console.log("answer of " + process.argv.slice(2, 4).join(" "));`,
);
const note = { command: [process.execPath, pmem], vault: path.join(home, "vault") };
fs.writeFileSync(path.join(home, "progressive-memory.json"), JSON.stringify(note));

const api = { commands: {}, handlers: {}, config: {}, registerTool() {} };
api.registerCommand = (command) => (api.commands[command.name] = command.handler);
api.on = (name, handler) => (api.handlers[name] = handler);
(await import(pathToFileURL(path.join(plugin, "index.js")))).default.register(api);

let number = 1;
const received = (content, sessionKey = ALPHA) => {
  number += 1;
  const metadata = { senderId: "@leo:example.org", senderName: "Leo" };
  const event = { content, sessionKey, messageId: `$${number}`, timestamp: number, metadata };
  api.handlers.message_received(event, {});
  return event;
};
const dispatched = (event) => api.handlers.before_dispatch(event, {});
const calls = () =>
  fs.existsSync(noted) ? fs.readFileSync(noted, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
const handed = () => calls().map(({ lines }) => lines.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
beforeEach(() => fs.rmSync(noted, { force: true }));

const FIRST = { event_id: "$1", ts: 1, sender: "@nora:example.org", text: "we ship", sender_name: "Nora" };

test("/remem hands over the session, read by OpenClaw itself, and the words of its own under the message's id", async () => {
  const { messageId, timestamp } = received("/remem on Friday");

  const reply = await api.commands.remem({ sessionKey: ALPHA, args: "on Friday" });

  assert.equal(reply.text, "answer of hooks take-in");
  const [{ words }] = calls();
  assert.deepEqual(words.slice(2), [
    "--room", "!alpha:example.org", "--trigger", "remem", "--session", ALPHA, "--display-name", "Alpha", "--answer", "-",
  ]);
  const own = { event_id: messageId, ts: timestamp, sender: "@leo:example.org", text: "on Friday", sender_name: "Leo" };
  assert.deepEqual(handed(), [[FIRST, own]]);
});

test("after a mention OpenClaw knows no command, so it is answered before the model has a turn", async () => {
  for (const mention of ["Claw: ", "@claw:example.org ", "@claw:example.org: "]) {
    const reply = await dispatched(received(`${mention}/remem on Friday`));
    assert.deepEqual(reply, { handled: true, text: "answer of hooks take-in" });
  }
  const reply = await dispatched(received("Claw: /recall when?"));

  assert.deepEqual(reply, { handled: true, text: "answer of hooks answer" });
  assert.deepEqual(calls().at(-1).words.slice(2), ["--room", "!alpha:example.org", "--", "recall", "when?"]);
  assert.deepEqual(handed().slice(0, 3).map((lines) => lines.length), [2, 2, 2]);
});

for (const [content, sessionKey] of [
  ["/remem now", ALPHA],
  ["we ship on Friday", ALPHA],
  ["Claw: what did we decide?", ALPHA],
  ["Claw: /remem", "agent:main:main"],
]) {
  test(`left to OpenClaw: ${content} in ${sessionKey}`, async () => {
    assert.equal(await dispatched(received(content, sessionKey)), undefined);
    assert.deepEqual(calls(), []);
  });
}

test("what the hook has taken already is not taken again", async () => {
  const { messageId } = received("/remem once");
  const { roomOf, take } = await import(pathToFileURL(path.join(plugin, "room.js")));
  assert.equal(take(roomOf(ALPHA), messageId), true);

  assert.match((await api.commands.remem({ sessionKey: ALPHA, args: "once" })).text, /under way/);
  assert.deepEqual(calls(), []);
});

test("two that ask at once are two messages", async () => {
  const first = received("/remem one");
  const second = received("/remem two");

  await api.commands.remem({ sessionKey: ALPHA, args: "two" });
  await api.commands.remem({ sessionKey: ALPHA, args: "one" });

  assert.deepEqual(handed().map((lines) => lines[1].event_id), [second.messageId, first.messageId]);
});

test("an OpenClaw that cannot be read is told of in the room", async () => {
  received("/remem lost");

  const reply = await api.commands.remem({ sessionKey: ALPHA, sessionId: "gone", args: "lost" });

  assert.equal(reply.text, "progressive_memory: no such session");
});
