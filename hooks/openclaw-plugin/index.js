// The memory of the group a turn is in: tools for the agent, commands for people, and the guard.
// Group and session come from the host's session key, never from what a model says.

import { execFile } from "node:child_process";

import { bringsKept, refusal } from "./guard.js";
import { allowedOf, openedByName, placesOf, rootOf } from "./host.js";
import { calling, canonical, commandIn, history, lineNow, roomOf, take } from "./room.js";
import { ask, isAnswered } from "./stay.js";

const ANSWERS = Symbol.for("progressive-memory.answers");
const PATIENCE_MS = 120_000;
const MAX_BYTES = "9500";
const NO_GROUP = "This session is no group's, so it has no group memory. 这里不是群聊，没有群聊记忆。";
const MOST_WAITING = 20;
const BUSY = "/remem is under way. 正在整理。";

const text = (description) => ({ type: "string", description });
const TOOLS = [
  {
    name: "memory_recall",
    description:
      "Recall what this group decided, does and knows, for one message: its routing table picks the one file that answers. " +
      "从本群记忆中取回与这条消息有关的内容。",
    takes: { message: text("The message or question, in its own words") },
    words: ({ message }, session) => ["recall", "--session", session, "--max-bytes", MAX_BYTES, "--", message],
    ofGroup: true,
  },
  {
    name: "memory_load",
    description:
      "Load one file that the last memory_recall routed to, or a conventions file it names. 读取上一次路由指向的一个文件。",
    takes: { file: text("Its name as the routing table has it, such as attention.md") },
    words: ({ file }, session) => ["load", "--session", session, "--max-bytes", MAX_BYTES, "--", file],
  },
  {
    name: "memory_fragment",
    description:
      "Find the entries of this group's experience.md (decisions, fixes, lessons) that answer a question. 从 experience.md 中查找片段。",
    takes: { query: text("What to look for") },
    words: ({ query }, session) => ["fragment", "--session", session, "--max-bytes", MAX_BYTES, "--", query],
  },
  {
    name: "memory_remember",
    description:
      "Note something for this group's memory. It waits for a person to confirm it. 记下一条内容，等待群成员确认。",
    takes: { text: text("One fact, decision or task, as a sentence") },
    words: ({ text: said }) => ["remember", "--by", "assistant", "--", said],
    ofGroup: true,
  },
];

export default {
  id: "progressive-memory",
  name: "Progressive Memory",
  description: "The memory of the group a turn is in",
  register(api) {
    globalThis[ANSWERS] = true; // the remem-flush hook lets us answer first
    const waiting = new Map(); // session key → the messages with /remem that nobody has answered yet
    for (const tool of TOOLS) {
      api.registerTool((context) => agentTool(tool, context), { name: tool.name });
    }
    api.on("message_received", (event, context) => {
      const key = event.sessionKey ?? context?.sessionKey;
      if (!key || commandIn(event.content)?.verb !== "remem") return;
      waiting.set(key, [...(waiting.get(key) ?? []), event].slice(-MOST_WAITING));
    });
    // After a mention OpenClaw takes a command for talk; others it hands to what is registered below.
    api.on("before_dispatch", async (event, context) => {
      const asked = commandIn(event.content);
      const sessionKey = event.sessionKey ?? context?.sessionKey;
      if (!asked || /^\s*\//.test(event.content) || !roomOf(sessionKey)) return undefined;
      const said = { sessionKey, args: asked.words };
      const { text } = await (asked.verb === "remem" ? remem(said, waiting) : answered(asked.verb, said));
      return { handled: true, text };
    });
    const command = (name, description, handler) =>
      api.registerCommand({ name, description, acceptsArgs: true, requireAuth: false, handler });
    command("remem", "Write what was decided since into this group's memory", (context) => remem(context, waiting));
    for (const [name, description] of [
      ["recall", "Answer a question from this group's memory"],
      ["why", "Show the messages an entry of the memory rests on"],
      ["pending", "Show what waits for a person's confirmation"],
    ]) {
      command(name, description, (context) => answered(name, context));
    }
    api.on("before_tool_call", (event, context) => {
      const reason = reasonOf(api, event, context);
      return reason ? { block: true, blockReason: reason } : undefined;
    });
    api.on("reply_payload_sending", ({ payload, sessionKey }, context) => {
      const key = sessionKey ?? context?.sessionKey;
      const media = [payload?.mediaUrl, ...(payload?.mediaUrls ?? [])].filter(Boolean);
      if (!media.length || !isKeptBack(api, media, key)) return undefined;
      return { cancel: true, reason: "a file of a group's memory is not sent" };
    });
  },
};

/** Why a call is refused; so is one that cannot be looked at. */
function reasonOf(api, event, context) {
  try {
    const agentId = context?.agentId;
    return refusal(event, rootOf(api, context?.sessionKey), placesOf(api, agentId), allowedOf(api, agentId));
  } catch (error) {
    return `progressive_memory could not look at this call: ${error?.message ?? error}`;
  }
}

function isKeptBack(api, media, sessionKey) {
  try {
    return bringsKept(media, rootOf(api, sessionKey), placesOf(api, agentOf(sessionKey)));
  } catch {
    return true;
  }
}

function agentTool({ name, description, takes, words, ofGroup }, context) {
  const room = roomOf(context.sessionKey);
  return {
    name,
    label: name,
    description,
    parameters: { type: "object", properties: takes, required: Object.keys(takes), additionalProperties: false },
    async execute(_id, params) {
      if (!room) return told(NO_GROUP);
      const call = words(params, context.sessionKey);
      const group = ofGroup ? [call[0], "--group", room.id, ...call.slice(1)] : call;
      let done = await pmem(group);
      if (!ofGroup && done.failed.includes("has opened no group's index")) {
        await pmem(["open", "--group", room.id, "--session", context.sessionKey]);
        done = await pmem(group);
      }
      return told(done.printed || done.failed || "nothing");
    },
  };
}

/** A tool's answer; details would be handed to the model as well, and cost the text twice. */
function told(said) {
  return { content: [{ type: "text", text: said }], details: {} };
}

async function answered(verb, context) {
  const room = roomOf(context.sessionKey);
  if (!room) return { text: NO_GROUP };
  const words = (context.args ?? "").trim();
  const { printed, failed } = await pmem(["hooks", "answer", "--room", room.id, "--", verb, words]);
  return { text: printed || failed };
}

async function remem({ sessionKey, sessionId, args }, waiting) {
  const room = roomOf(sessionKey);
  if (!room) return { text: NO_GROUP };
  const message = messageOf(waiting.get(sessionKey) ?? [], (args ?? "").trim());
  if (!take(room, message?.messageId)) return { text: BUSY };
  try {
    return await takenIn(room, { sessionKey, sessionId, message });
  } catch (error) {
    return { text: `progressive_memory: ${error?.message ?? error}` };
  }
}

async function takenIn(room, { sessionKey, sessionId, message }) {
  const known = await history(room, sessionKey, sessionId, openedByName);
  const now = message && lineNow(room, { context: message });
  const lines = [...canonical(room, known.events), ...(now ? [now] : [])];
  const words = ["hooks", "take-in", "--room", room.id, "--trigger", "remem", "--session", sessionKey];
  words.push("--display-name", known.name, "--answer", "-");
  const { printed, failed } = await pmem(words, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return { text: printed || failed };
}

/** The message that a command came from, which the command itself does not say; it waits no longer. */
function messageOf(messages, words) {
  const at = messages.findIndex(({ content }) => commandIn(content).words === words);
  return at < 0 ? null : messages.splice(at, 1)[0];
}

/** What `pmem` printed, and where it printed nothing what it said instead. */
function pmem(words, input = "") {
  return called(words, input).catch((error) => ({ printed: "", failed: `progressive_memory: ${error?.message ?? error}` }));
}

/** Rejects for words that no program can be handed: a NUL in them, or too many. */
async function called(words, input) {
  const { command, env } = calling();
  const answer = isAnswered(words) ? await ask({ command, env }, words, { patienceMs: PATIENCE_MS }) : null;
  return answer ?? byItself(command, env, words, input);
}

function byItself(command, env, words, input) {
  return new Promise((done) => {
    const options = { env, timeout: PATIENCE_MS, maxBuffer: 1 << 24 };
    const child = execFile(command[0], [...command.slice(1), ...words], options, (error, stdout, stderr) => {
      const missing = error?.code === "ENOENT" ? "pmem was not found: pmem hooks install openclaw" : "";
      done({ printed: stdout.trim(), failed: missing || stderr.trim() || (error ? String(error.message) : "") });
    });
    child.on("error", () => {});
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}

function agentOf(sessionKey) {
  return /^agent:([^:]+):/.exec(sessionKey ?? "")?.[1];
}
