// What the hooks and the plugin share: which room an event is of, what was said there, and the call
// of `pmem`. OpenClaw follows no links out of a hook's folder, and each folder may be copied alone:
// so this file stands in every one of them, byte for byte (tests/house/test_hooks.py).

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const SESSION = /^agent:([^:]+):([^:]+):(?:channel|group):(.+?)(?::(?:thread|topic):(.+))?$/;
const MENTION = String.raw`(?:@\S+|[^\n/]{1,80}[:,：，])\s*`;
const COMMAND = new RegExp(String.raw`^\s*(?:${MENTION})?/(remem|recall|why|pending)(?=$|\s)\s*`, "i");
const OPERATOR = "openclaw:operator"; // whoever holds the gateway; one for all its rooms
const NOT_FOUND =
  "progressive_memory: `pmem` was not found, so nothing was kept. " +
  "Where it is installed, run: pmem hooks install openclaw\n" +
  "progressive_memory：找不到 `pmem`，这次没有写入记忆。请在装有它的环境里运行：pmem hooks install openclaw";

/** The room of a session key; null where the session is no group's (a direct chat, a subagent).
 * `id` is what `pmem --group` takes. */
export function roomOf(sessionKey) {
  const found = SESSION.exec(sessionKey ?? "");
  if (!found) return null;
  const [, agentId, channel, native, thread = ""] = found;
  const matrix = channel === "matrix";
  if (matrix && !native.startsWith("!")) return null;
  const id = matrix ? native : `${channel}:${native}`;
  return { agentId, channel, native, thread, id, target: matrix ? `room:${native}` : native };
}

/** The command a message is (`remem`, `recall`, `why`, `pending`), with or without a mention before
 * it, and the words after it; null for anything else. */
export function commandIn(content) {
  const found = COMMAND.exec(content ?? "");
  return found && { verb: found[1].toLowerCase(), words: content.slice(found[0].length).trim() };
}

/** Where OpenClaw keeps its state. */
export function stateDir() {
  return process.env.OPENCLAW_STATE_DIR || path.join(os.homedir(), ".openclaw");
}

/** How to call `pmem`: as `pmem hooks install openclaw` noted it, else from PATH and environment. */
export function calling() {
  let noted = {};
  try {
    noted = JSON.parse(fs.readFileSync(path.join(stateDir(), "progressive-memory.json"), "utf8"));
  } catch {
    // Copied by hand: `pmem` is on PATH and PROGRESSIVE_MEMORY_VAULT names the vault.
  }
  const vault = noted.vault || process.env.PROGRESSIVE_MEMORY_VAULT || "";
  const env = { ...process.env, ...noted.environment, PYTHONUTF8: "1" };
  if (vault) env.PROGRESSIVE_MEMORY_VAULT = vault;
  return { command: noted.command ?? ["pmem"], vault, env };
}

/** OpenClaw's own folder, found from the program that runs. */
export function openclawRoot() {
  let folder = path.dirname(fs.realpathSync(process.argv[1]));
  for (; folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const about = path.join(folder, "package.json");
    if (fs.existsSync(about) && JSON.parse(fs.readFileSync(about, "utf8")).name === "openclaw") {
      return folder;
    }
  }
  const inside = createRequire(process.argv[1]).resolve("openclaw/plugin-sdk/hook-runtime");
  return path.resolve(path.dirname(inside), "..", "..");
}

/** What OpenClaw knows of a session, by its own readers: `{ name, sessionId, events }`. `open` gets a
 * module of OpenClaw's SDK by its name. */
export async function history(room, sessionKey, sessionId, open = openedByPath) {
  const store = await open("session-store-runtime");
  const entry = store.getSessionEntry({ agentId: room.agentId, sessionKey });
  const id = sessionId || entry?.sessionId;
  if (!id) return { name: "", sessionId: "", events: [] };
  const transcripts = await open("session-transcript-runtime");
  const scope = { agentId: room.agentId, sessionKey, sessionId: id };
  const events = await transcripts.readSessionTranscriptEvents(scope);
  return { name: entry?.subject || entry?.displayName || "", sessionId: id, events };
}

/** As a hook has to: OpenClaw's package is in no folder above it. */
function openedByPath(name) {
  return import(pathToFileURL(path.join(openclawRoot(), "dist", "plugin-sdk", `${name}.js`)));
}

/** The canonical lines of a transcript: what people and the agent said, one JSON object a line. */
export function canonical(room, events) {
  return events.flatMap((event) => lineOf(room, event) ?? []);
}

function lineOf(room, event) {
  const said = event?.type === "message" ? event.message : null;
  if (said?.role !== "user" && said?.role !== "assistant") return null;
  const text = spoken(textOf(said.content));
  if (!text) return null;
  const about = said.__openclaw ?? {};
  const mine = said.role === "assistant";
  const sender = mine ? `agent:${room.agentId}` : senderOf(said);
  if (!sender) return null;
  return {
    event_id: eventId(room, about.transport?.messageId) || `openclaw:${room.agentId}:${event.id}`,
    ts: said.timestamp ?? event.timestamp,
    sender,
    text,
    ...(!mine && about.senderName ? { sender_name: about.senderName } : {}),
    ...(room.thread ? { thread: eventId(room, room.thread) } : {}),
    ...(mine ? { role: "assistant" } : {}),
  };
}

/** Who said a user's line; "" for nobody: what OpenClaw itself asks its model. A line that names no sender but the
 * client of the gateway it came by (the Control UI, `openclaw`) is the operator's, who alone has its token. */
function senderOf({ __openclaw: about = {}, provenance }) {
  if (about.senderId) return about.senderId;
  const typed = (provenance?.kind || "external_user") === "external_user";
  return typed && about.transport?.clients?.length > 0 ? OPERATOR : "";
}

/** The line of a message that has just come, and is in no transcript yet; null where a command has
 * no words of its own, and for what the operator typed: that has its id from the transcript. */
export function lineNow(room, event) {
  const { content, messageId, timestamp, metadata = {} } = event.context;
  const text = spoken(content ?? "");
  if (!text || !metadata.senderId || !messageId || isByClient(event.context)) return null;
  return {
    event_id: eventId(room, messageId),
    ts: timestamp ?? event.timestamp?.getTime() ?? Date.now(),
    sender: metadata.senderId,
    text,
    ...(metadata.senderName ? { sender_name: metadata.senderName } : {}),
    ...(room.thread ? { thread: eventId(room, room.thread) } : {}),
  };
}

/** Whether a message came by a client of the gateway, into the session of a room and not into the room. */
export function isByClient({ metadata }) {
  return metadata?.provider === "webchat";
}

/** Ids of Matrix are the only ones of their kind in the world; others only in their room. */
function eventId(room, id) {
  return id && (room.channel === "matrix" ? id : `${room.id}:${id}`);
}

function textOf(content) {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter((part) => part?.type === "text") : [];
  return parts.map((part) => part.text).join("\n");
}

/** What is said beside a command: of `/remem TEXT` the text, of a question to memory nothing. */
function spoken(text) {
  const command = commandIn(text);
  if (!command) return text.trim();
  return command.verb === "remem" ? command.words : "";
}

/** Hand lines to `pmem`, which logs them and flushes that room's group; waits for nothing. `answer`
 * (a reply-to id) has it tell the room what came of it. The lines are in no file that has a name:
 * they hold what people typed, secrets too, and `pmem` alone takes those out. */
export function takeIn(hook, room, { trigger, sessionKey, name, lines, answer = null }) {
  const { command, env } = calling();
  const words = ["hooks", "take-in", "--room", room.id, "--trigger", trigger];
  words.push("--session", sessionKey, "--display-name", name, "--json");
  if (answer !== null) words.push("--answer", JSON.stringify(sending(room, answer)));
  const input = nameless(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const outcome = fs.openSync(path.join(ownFolder(), `${hook}.json`), "w", 0o600);
  const stdio = [input, outcome, outcome];
  const child = spawn(command[0], [...command.slice(1), ...words], { detached: true, env, stdio });
  child.on("error", (error) => {
    console.error(`[${hook}] ${command[0]} did not start: ${error.message}`);
    if (error.code === "ENOENT" && answer !== null) say(room, answer, NOT_FOUND);
  });
  child.unref();
  fs.closeSync(input);
  fs.closeSync(outcome);
}

/** The call of OpenClaw that says something in a room; the words come last. */
function sending(room, replyTo) {
  const words = ["message", "send", "--channel", room.channel, "--target", room.target];
  if (replyTo) words.push("--reply-to", replyTo);
  return [process.execPath, path.join(openclawRoot(), "openclaw.mjs"), ...words, "--message"];
}

function say(room, replyTo, text) {
  const [program, ...words] = sending(room, replyTo);
  const child = spawn(program, [...words, text], { detached: true, stdio: "ignore" });
  child.on("error", () => {});
  child.unref();
}

/** A file to read from that nobody else can open: its name is gone before a word is in it. */
function nameless(text) {
  const mark = createHash("sha256").update(`${process.pid} ${process.hrtime.bigint()}`).digest("hex");
  const file = path.join(ownFolder(), `.${mark.slice(0, 16)}`);
  const input = fs.openSync(file, "wx+", 0o600);
  fs.rmSync(file);
  const bytes = Buffer.from(text);
  // Written by place, so that who reads it begins at its start.
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(input, bytes, at, bytes.length - at, at);
  return input;
}

function ownFolder() {
  const folder = path.join(stateDir(), "progressive-memory");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

const KNOWN = Symbol.for("progressive-memory.taken");
const KEPT = 500;

/** Whether this message of a room is taken in by nobody yet; from now on it is. Hooks and plugin are
 * in one process and share this. */
export function take(room, messageId) {
  const taken = (globalThis[KNOWN] ??= new Set());
  const id = eventId(room, messageId);
  if (!id) return true;
  if (taken.has(id)) return false;
  taken.add(id);
  if (taken.size > KEPT) taken.delete(taken.values().next().value);
  return true;
}
