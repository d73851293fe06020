// Which tool calls are refused: what would read or write a group's memory, or another group's talk,
// past the group's entrance. In a group's session a tool that is not known here is refused.

import path from "node:path";

import { isBelow, leavesWork, leavesWorkspace, reaches } from "./reach.js";
import { roomOf } from "./room.js";

const RUNS = new Set(["exec", "bash", "shell", "process", "code_execution", "terminal"]);
const OWN_MEMORY = new Set(["memory_search", "memory_get"]);
const WRITES = new Set(["write", "edit", "apply_patch"]);
const SEARCHES = new Set(["grep", "find", "glob", "search"]);
const FILES = ["read", "write", "edit", "apply_patch", "ls", ...SEARCHES, "view_image", "image", "pdf"];
/** What shows an agent nothing of other groups: of the turn, of the web, or made by it. */
const OF_THE_TURN = [
  ..."memory_recall memory_load memory_fragment memory_remember ask_user progress_card update_plan".split(" "),
  ..."get_goal create_goal update_goal heartbeat_respond sessions_yield agents_list agents_wait subagents".split(" "),
  ..."web_search web_fetch x_search image_generate music_generate video_generate tts show_widget".split(" "),
  ..."tool_search tool_search_code tool_describe wait suggest_task dismiss_task".split(" "),
];
const BOUND = { sessions_history: ofSession, session_status: ofSession, sessions_send: ofSession, sessions_spawn: ofChild, message: ofRoom };
const KNOWN = new Set([...FILES, ...OF_THE_TURN, ...Object.keys(BOUND)]);
/** What of `message` stays in one room where the room is named, or none is. */
const IN_ROOM = new Set(
  "send reply sendwitheffect sendattachment upload-file react reactions read edit delete unsend pin unpin list-pins poll poll-vote sticker thread-create thread-reply".split(" "),
);
const ADDRESS = /^(?:to|target|targets|room|rooms|channel_?ids?|room_?ids?|chat_?ids?|group_?ids?|guild_?ids?|conversation_?(?:id|ref)|recipients?|peer|user_?id|participant|members)$/i;
const WRITTEN = new Set(["content", "newText", "oldText", "new_string", "old_string", "new_text", "old_text", "edits"]);
const PLACE = /path|file|dir|folder|media|image|pdf|url|uri|root|cwd|glob|source|src/i; // keys that name places
const PATCH_LINE = /^\s*\*\*\*\s*(?:[A-Za-z]+ (?:File|to))\s*:(.+)$/gim;
const PLAIN = /^[\p{L}\p{N}_@%+=:,./ -]*$/u;
/** Sessions of one person: the main one, direct chats, the control panel's, jobs that a person set. */
const PERSONS = /^agent:[^:]+:(?:[^:]+$|main:|(?:[^:]+:){0,2}(?:direct|dm):|dashboard:|cron:|hook:|internal-session-effects:)/;
const DEEPEST = 8;

const ENTRANCE =
  "The files of a group's memory are not opened by themselves. Ask with memory_recall(message); " +
  "it answers from this group. 群聊记忆不能直接打开，请使用 memory_recall。";
const OUTSIDE = "In a group files are written in the workspace alone. 群聊中只能在工作区内写文件。";
const NO_SCOPE =
  "OpenClaw's own memory does not keep groups apart. Ask with memory_recall(message). " +
  "这里不能使用 OpenClaw 自己的记忆，请使用 memory_recall。";
const NO_SHELL =
  "A shell can read every group's memory, so in groups only commands on the plugin's execAllow list " +
  "run. 群聊中只能运行 execAllow 列出的命令。";
const NO_CODE =
  "Code that runs beside OpenClaw can read every group's memory: in groups Code Mode needs the executor " +
  "quickjs (tools.codeMode.executor). 群聊中的 Code Mode 需要 quickjs 执行器。";
const OTHER_ROOM =
  "From here only this room is read and written to, and no other session. 只能读写本房间，不能访问其他会话。";
const unknown = (name) =>
  `What ${name || "this tool"} shows may be another group's, so groups do without it, unless the plugin's toolAllow ` +
  `names it. 群聊中不能使用 ${name}，除非 toolAllow 列出它。`;

/** Why a tool call is refused; "" where it is not. `places` is `{ vault, own, bases, state, others }`:
 * the vault, more folders of ours, what relative paths may be relative to (first the workspace),
 * OpenClaw's state, and what is other agents'. `allowed` is `{ exec, tools, code }`: command lines and
 * tools that groups have beside the known ones, and whether code runs shut in. */
export function refusal(call, session, places, allowed = {}) {
  const { name, params } = inner(call.toolName, call.params);
  const watched = isWatched(session);
  const room = roomOf(session);
  if (OWN_MEMORY.has(name) && watched) return NO_SCOPE;
  if (name === "memory_search" && (!places.vault || isBelow(places.vault, places.bases))) return NO_SCOPE;
  const here = { ...places, watched, searched: SEARCHES.has(name), written: WRITES.has(name), bases: basesOf(params, places) };
  if (call.toolKind === "code_mode_exec") return watched && !allowed.code ? NO_CODE : "";
  if (RUNS.has(name)) return watched && !isAllowed(params, here, allowed.exec ?? []) ? NO_SHELL : "";
  if (watched && !isListed(name, allowed.tools ?? [])) {
    if (!KNOWN.has(name)) return unknown(name);
    if (BOUND[name] && !BOUND[name](params, room, { session, places })) return OTHER_ROOM;
  }
  const derived = (call.derivedPaths ?? []).map((text) => ({ text, key: "path" }));
  const strings = [...leaves(params, name), ...derived];
  if (room && strings.some(({ text }) => isOtherRoom(text, room))) return OTHER_ROOM;
  if (here.searched && !params?.path) strings.push({ text: ".", key: "path" });
  const listing = name === "ls" || here.searched;
  const named = (key) => PLACE.test(key) || (key === "pattern" && name !== "grep");
  const isRefused = ({ text, key }) => reaches(text, here, { within: here.searched, wild: named(key), listing });
  if (strings.some(isRefused)) return ENTRANCE;
  const isOutside = ({ text, key }) => PLACE.test(key) && leavesWork(text, here);
  return watched && here.written && strings.some(isOutside) ? OUTSIDE : "";
}

/** Whether what goes out as an answer in a session brings a kept file along. */
export function bringsKept(media, session, places) {
  const here = { ...places, watched: isWatched(session) };
  return media.some((text) => typeof text === "string" && reaches(text, here));
}

/** Whether a session is watched: each but those that are known to be one person's. */
function isWatched(session) {
  return Boolean(roomOf(session)) || !PERSONS.test(session ?? "");
}

function isListed(name, tools) {
  return tools.some((entry) => entry === name || (entry.endsWith("*") && entry.length > 1 && name.startsWith(entry.slice(0, -1))));
}

function basesOf(params, { bases }) {
  const cwd = params?.cwd ?? params?.workdir;
  return typeof cwd === "string" ? [...bases, path.resolve(bases[0], cwd)] : bases;
}

/** A call inside a call (`tool_call`, `{ id, args }`), as deep as it goes. */
function inner(name, params, depth = 0) {
  const plain = toolId(name);
  const called = params?.id ?? params?.tool ?? params?.name ?? params?.toolName;
  if (plain !== "tool_call" || typeof called !== "string" || depth > DEEPEST) {
    return { name: plain, params: params ?? {} };
  }
  const args = params.args ?? params.arguments ?? params.params ?? params.input ?? {};
  return inner(called, typeof args === "string" ? parsed(args) : args, depth + 1);
}

/** A tool's name; in a catalogue it may stand as `openclaw:core:read`. */
function toolId(name) {
  return String(name ?? "").trim().toLowerCase().replace(/^openclaw:(?:[^:]+:)*/, "");
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

/** Every text of the parameters that may be a path, with the key it stands under; what is to be
 * written into a file is none. */
function leaves(value, tool, key = "", depth = 0) {
  if (typeof value === "string") {
    if (tool === "apply_patch") {
      return [...value.matchAll(PATCH_LINE)].map((line) => ({ text: line[1], key: "path" }));
    }
    const texts = value.includes("\n") ? [value, ...value.split("\n")] : [value];
    return texts.map((text) => ({ text, key }));
  }
  if (!value || typeof value !== "object") return [];
  if (depth > DEEPEST) return [{ text: "/proc/deep", key: "path" }]; // nothing that is asked in earnest
  return Object.entries(value).flatMap(([name, each]) => {
    if ((tool === "write" || tool === "edit") && WRITTEN.has(name)) return [];
    return leaves(each, tool, /^\d+$/.test(name) ? key : name, depth + 1);
  });
}

function isOtherRoom(text, room) {
  const other = roomOf(text.trim());
  return Boolean(other) && other.id !== room.id;
}

/** Whether a session tool asks for the session it is called in, or one of its room. */
function ofSession({ sessionKey, sessionId, label, agentId }, room, { session }) {
  if (sessionId || label || agentId) return false;
  if (sessionKey === undefined) return true; // its own, or an error
  return sessionKey === "current" || sessionKey === session || Boolean(room && roomOf(sessionKey)?.id === room.id);
}

/** Whether a child is one that is watched as well, of the same agent, and stays in the workspace. */
function ofChild({ visible, runtime, agentId, cwd, projectId, worktree, placement }, room, { session, places }) {
  const own = room?.agentId ?? session?.split(":")[1];
  if ((visible && visible !== "false") || projectId || worktree || placement) return false;
  if ((runtime ?? "subagent") !== "subagent" || (agentId ?? own) !== own) return false;
  return !cwd || !leavesWorkspace(String(cwd), places);
}

/** Whether a message is of this room: no other is named, and what is done does not go through all. */
function ofRoom(params, room) {
  if (!room) return false;
  if (!IN_ROOM.has(String(params.action ?? "send").toLowerCase())) return false;
  if (params.channel && String(params.channel).toLowerCase() !== room.channel) return false;
  const named = Object.entries(params).filter(([key]) => ADDRESS.test(key));
  return named.flatMap(([, value]) => value).every((value) => !value || isThisRoom(String(value), room));
}

function isThisRoom(text, room) {
  let native = text.trim();
  const lead = new RegExp(`^(?:${room.channel}|room|channel|group|chat|conversation):`, "i");
  while (native !== room.native && lead.test(native)) native = native.replace(lead, "");
  return native === room.native;
}

/** A command line on the list, exactly or with plain words in the place of its final `*`; not in a
 * folder that is kept or holds what is, nor with variables, which make another command of it. */
function isAllowed(params, places, allowed) {
  const line = String(params?.command ?? params?.cmd ?? "").trim();
  if (!line || Object.keys(params.env ?? {}).length) return false;
  const folders = [params.workdir, params.cwd].filter(Boolean).map(String);
  if (folders.some((one) => reaches(one, places, { within: leavesWorkspace(one, places), wild: true }))) return false;
  return allowed.some((entry) => {
    if (entry === line) return true;
    const start = entry.endsWith(" *") ? entry.slice(0, -1) : "";
    if (!start || !line.startsWith(start)) return false;
    const rest = line.slice(start.length);
    const words = rest.split(/[ =:]+/).filter(Boolean);
    return PLAIN.test(rest) && ![...words, "."].some((word) => reaches(word, places, { within: true, wild: true }));
  });
}
