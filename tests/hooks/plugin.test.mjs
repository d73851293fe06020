// The plugin beside a stand-in for OpenClaw's api, and one for `pmem` that notes what it is called with.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, beforeEach, test } from "node:test";

const home = fs.mkdtempSync(path.join(os.tmpdir(), "plugin-"));
after(() => fs.rmSync(home, { recursive: true }));
process.env.OPENCLAW_STATE_DIR = home;
const noted = path.join(home, "calls");
const pmem = path.join(home, "pmem.mjs");
fs.writeFileSync(
  pmem,
  `import fs from "node:fs";
   const words = process.argv.slice(2);
   if (words[1] === "serve") process.exit(2); // one that does not stay: each call is a process of its own
   const before = fs.existsSync(${JSON.stringify(noted)}) ? fs.readFileSync(${JSON.stringify(noted)}, "utf8") : "";
   fs.appendFileSync(${JSON.stringify(noted)}, JSON.stringify(words) + "\\n");
   if (words[0] === "load" && !before.includes('"open"')) {
     console.error("error: session s has opened no group's index");
     process.exit(6);
   }
   console.log("answer of " + words[0]);`,
);
const note = { command: [process.execPath, pmem], vault: path.join(home, "vault") };
fs.writeFileSync(path.join(home, "progressive-memory.json"), JSON.stringify(note));
const { default: plugin } = await import("../../hooks/openclaw-plugin/index.js");

const ALPHA = "agent:main:matrix:channel:!alpha:example.org";
const api = { tools: {}, commands: {}, handlers: {}, config: {}, pluginConfig: { execAllow: ["git status"], toolAllow: ["Theme"] } };
api.registerTool = (factory, { name }) => (api.tools[name] = factory);
api.registerCommand = (command) => (api.commands[command.name] = command);
api.on = (name, handler) => (api.handlers[name] = handler);
plugin.register(api);

const calls = () =>
  fs.existsSync(noted) ? fs.readFileSync(noted, "utf8").trim().split("\n").map((line) => JSON.parse(line)) : [];
const use = async (name, params, sessionKey = ALPHA) =>
  (await api.tools[name]({ sessionKey }).execute("id", params)).content[0].text;
beforeEach(() => fs.rmSync(noted, { force: true }));

test("a tool asks in the group of its session, whatever the model says", async () => {
  assert.equal(await use("memory_recall", { message: "--group beta", group: "beta" }), "answer of recall");

  const words = ["recall", "--group", "!alpha:example.org", "--session", ALPHA, "--max-bytes", "9500"];
  assert.deepEqual(calls(), [[...words, "--", "--group beta"]]);
});

test("what the agent remembers is the agent's word", async () => {
  await use("memory_remember", { text: "we ship on Fridays" });

  const words = ["remember", "--group", "!alpha:example.org", "--by", "assistant"];
  assert.deepEqual(calls(), [[...words, "--", "we ship on Fridays"]]);
});

test("a file is loaded after the entrance is opened, once", async () => {
  assert.equal(await use("memory_load", { file: "attention.md" }), "answer of load");

  assert.deepEqual(calls().map((words) => words[0]), ["load", "open", "load"]);
});

for (const session of ["agent:main:main", "agent:main:subagent:7", null]) {
  test(`there is no group memory in ${session}`, async () => {
    assert.match(await use("memory_recall", { message: "x" }, session), /no group's/);
    assert.match((await api.commands.recall.handler({ sessionKey: session, args: "x" })).text, /no group's/);
    assert.deepEqual(calls(), []);
  });
}

test("people's commands ask in the room they are typed in", async () => {
  const reply = await api.commands.why.handler({ sessionKey: ALPHA, args: " d-1 " });

  assert.equal(reply.text, "answer of hooks");
  assert.deepEqual(calls(), [["hooks", "answer", "--room", "!alpha:example.org", "--", "why", "d-1"]]);
});

test("the guard answers the host by its own form", async () => {
  const guard = (toolName, params) => api.handlers.before_tool_call({ toolName, params }, { sessionKey: ALPHA, agentId: "main" });

  assert.equal((await guard("memory_get", { path: "memory/groups/beta.md" })).block, true);
  assert.match((await guard("read", { path: "memory/groups/beta.md" })).blockReason, /memory_recall/);
  assert.equal((await guard("exec", { command: "cat x" })).block, true);
  assert.equal((await guard("sessions_search", { query: "x" })).block, true);
  assert.equal(await guard("exec", { command: "git status" }), undefined);
  assert.equal(await guard("theme", {}), undefined);
  assert.equal(await guard("read", { path: "README.md" }), undefined);
});

test("a call that cannot be looked at is refused, and nothing is thrown into OpenClaw", async () => {
  const odd = { participant: { toString: 1 }, to: "!beta:example.org" };
  const call = { toolName: "message", params: odd };

  const answer = await api.handlers.before_tool_call(call, { sessionKey: ALPHA, agentId: "main" });

  assert.equal(answer.block, true);
  assert.match(answer.blockReason, /could not look at this call/);
});

for (const words of ["a\0b", "x".repeat(1 << 22)]) {
  test(`words that no program can be handed are answered: ${words.slice(0, 3)}`, async () => {
    assert.match(await use("memory_recall", { message: words }), /^progressive_memory: /);
    const reply = await api.commands.recall.handler({ sessionKey: ALPHA, args: words });
    assert.match(reply.text, /^progressive_memory: /);
    assert.deepEqual(calls(), []);
  });
}

test("an answer that brings a kept file along does not go out", async () => {
  const sent = (mediaUrl) => api.handlers.reply_payload_sending({ payload: { text: "x", mediaUrl }, sessionKey: ALPHA }, {});

  assert.equal((await sent(path.join(home, "vault/memory/groups/beta.md"))).cancel, true);
  assert.equal(await sent(path.join(home, "workspace/plan.png")), undefined);
  assert.equal(await sent(undefined), undefined);
});

test("what a group has started is the group's, what a person has started the person's", async () => {
  const started = { 7: ALPHA, 8: "agent:main:main", 9: "agent:main:subagent:7" };
  const session = { getSessionEntry: ({ sessionKey }) => ({ spawnedBy: started[sessionKey.split(":").at(-1)] }) };
  api.runtime = { agent: { session } };
  const guard = (sessionKey) => api.handlers.before_tool_call({ toolName: "sessions_list", params: {} }, { sessionKey });

  assert.equal(await guard("agent:main:subagent:8"), undefined);
  for (const key of ["agent:main:subagent:7", "agent:main:subagent:9", "agent:main:dashboard:7", "agent:main:subagent:10"]) {
    assert.equal((await guard(key)).block, true);
  }
});

test("whose a session is that OpenClaw cannot say is watched", async () => {
  api.runtime = undefined;
  const guard = (sessionKey) => api.handlers.before_tool_call({ toolName: "sessions_list", params: {} }, { sessionKey });

  assert.equal(await guard("agent:main:main"), undefined);
  assert.equal((await guard("agent:main:dashboard:7")).block, true);
  assert.equal((await guard(undefined)).block, true);
});

test("where pmem is missing, it is said", async () => {
  fs.writeFileSync(path.join(home, "progressive-memory.json"), JSON.stringify({ command: [path.join(home, "gone")] }));

  assert.match(await use("memory_recall", { message: "x" }), /pmem was not found/);
});
