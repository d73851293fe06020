// Runs hooks in OpenClaw's own loader, dispatcher and mappers; no gateway, no model, no network.
//   node harness.mjs OPENCLAW PLAN     with OPENCLAW_STATE_DIR set
// The plan is a list of steps; what each came to is printed, a JSON line a step.

import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";

const root = path.resolve(process.argv[2]);
const plan = process.argv[3];
process.argv[1] = path.join(root, "openclaw.mjs"); // as in the gateway
const state = process.env.OPENCLAW_STATE_DIR;
const workspaceDir = path.join(state, "workspace");
fs.mkdirSync(workspaceDir, { recursive: true });

const dist = path.join(root, "dist");
const load = (file) => import(pathToFileURL(path.join(dist, file)));
const hookRuntime = await load("plugin-sdk/hook-runtime.js");
const store = await load("plugin-sdk/session-store-runtime.js");
const transcripts = await load("plugin-sdk/session-transcript-runtime.js");

/** The function of that name in a part of OpenClaw whose file is named by a hash. */
async function internal(prefix, name) {
  const declared = new RegExp(`function ${name}\\(`);
  for (const file of fs.readdirSync(dist)) {
    if (!file.startsWith(prefix) || !file.endsWith(".mjs")) continue;
    if (!declared.test(fs.readFileSync(path.join(dist, file), "utf8"))) continue;
    const part = await load(file);
    const exported = Object.values(part).flatMap((one) => [one, one?.[name]]);
    const found = exported.find((one) => typeof one === "function" && one.name === name);
    if (found) return found;
  }
  throw new Error(`this OpenClaw has no ${name}`);
}

async function loadHooks() {
  const prepare = await internal("loader-", "prepareInternalHooks");
  const config = JSON.parse(fs.readFileSync(path.join(state, "openclaw.json"), "utf8"));
  const none = path.join(workspaceDir, "none");
  const prepared = await prepare(config, workspaceDir, { bundledHooksDir: none });
  prepared.commit();
  return { loaded: prepared.loadedCount };
}

/** Put messages into a session's transcript, as a channel would. */
async function talk({ sessionKey, sessionId, subject, messages }) {
  const entry = { sessionId, updatedAt: Date.now(), chatType: "channel", subject };
  await store.upsertSessionEntry({ agentId: "main", sessionKey, entry });
  const scope = { agentId: "main", sessionKey, sessionId };
  for (const message of messages) {
    await transcripts.appendSessionTranscriptMessageByIdentity({ ...scope, message });
  }
  return { events: (await transcripts.readSessionTranscriptEvents(scope)).length };
}

async function received({ sessionKey, native, text, messageId, sender, timestamp }) {
  const context = {
    From: `matrix:channel:${native}`, To: `room:${native}`, OriginatingChannel: "matrix",
    OriginatingTo: `room:${native}`, Provider: "matrix", Surface: "matrix", AccountId: "default",
    SessionKey: sessionKey, Body: text, RawBody: text, CommandBody: text, BodyForCommands: text,
    MessageSid: messageId, SenderId: sender, SenderName: sender, Timestamp: timestamp,
  };
  const inbound = hookRuntime.deriveInboundMessageHookContext(context, { messageId });
  const mapped = { ...hookRuntime.toInternalMessageReceivedContext(inbound), timestamp };
  const event = hookRuntime.createInternalHookEvent("message", "received", sessionKey, mapped);
  const began = performance.now();
  await hookRuntime.triggerInternalHook(event);
  return { ms: performance.now() - began };
}

async function compacted({ sessionKey, sessionId, messages, tokens }) {
  const run = await internal("compact-", "runBeforeCompactionHooks");
  const began = performance.now();
  await run({
    hookRunner: null, sessionId, sessionKey, sessionAgentId: "main", workspaceDir,
    messageProvider: "matrix", assertActive() {},
    metrics: {
      messageCountBefore: messages, tokenCountBefore: tokens,
      messageCountOriginal: messages, tokenCountOriginal: tokens,
    },
  });
  return { ms: performance.now() - began };
}

/** What stands in the prompt of a turn beside the workspace's own files. */
async function bootstrapped({ sessionKey, sessionId }) {
  const run = await internal("bootstrap-files-", "resolveBootstrapContextForRun");
  const began = performance.now();
  const { contextFiles } = await run({ workspaceDir, sessionKey, sessionId, agentId: "main", config: {} });
  const ms = performance.now() - began;
  return { ms, files: contextFiles.filter((file) => /GROUP\.md|groups/.test(file.path + file.name)) };
}

const steps = { loadHooks, talk, received, compacted, bootstrapped };
for (const { step, ...about } of JSON.parse(fs.readFileSync(plan, "utf8"))) {
  console.log(JSON.stringify({ step, ...(await steps[step](about)) }));
}
process.exit(0);
