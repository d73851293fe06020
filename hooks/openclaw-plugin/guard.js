// Which tool calls are refused: what would read or write a group's memory past its entrance. Pure but
// for following links on the disk.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { roomOf } from "./room.js";

const RUNS = new Set(["exec", "bash", "shell", "process", "code_execution", "terminal"]);
const SEARCHES = new Set(["grep", "find", "glob", "search"]);
const WRITTEN = new Set(["content", "newText", "oldText", "new_string", "old_string", "new_text", "old_text", "edits"]);
const PLACE = /path|file|dir|folder|media|image|url|uri|root|cwd|glob/i; // keys that name places
const PATCH_LINE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const PLAIN = /^[\p{L}\p{N}_@%+=:,./ -]*$/u;
const DEEPEST = 8;

const ENTRANCE =
  "The files of a group's memory are not opened by themselves. Ask with memory_recall(message); " +
  "it answers from this group. 群聊记忆不能直接打开，请使用 memory_recall。";
const NO_SCOPE =
  "OpenClaw's own memory search does not keep groups apart. Ask with memory_recall(message). " +
  "这里不能使用 memory_search，请使用 memory_recall。";
const NO_SHELL =
  "A shell can read every group's memory, so in groups only commands on the plugin's execAllow list " +
  "run. 群聊中只能运行 execAllow 列出的命令。";
const OTHER_ROOM = "Another room's session is not read from here. 不能读取其他房间的会话。";

/** Why a tool call is refused; "" where it is not. `places` is `{ vault, own, bases }`: the vault, more
 * folders of ours, and what relative paths may be relative to. */
export function refusal(call, session, places, allowed = []) {
  const { name, params } = inner(call.toolName, call.params);
  const room = roomOf(session);
  const watched = Boolean(room) || /^agent:[^:]+:subagent:/.test(session ?? "");
  if (name === "memory_search" && (watched || !places.vault || isBelow(places.vault, places.bases))) {
    return NO_SCOPE;
  }
  if (RUNS.has(name)) {
    return watched && !isAllowed(params, places, allowed) ? NO_SHELL : "";
  }
  const derived = (call.derivedPaths ?? []).map((text) => ({ text, key: "path" }));
  const strings = [...leaves(params, name), ...derived];
  if (room && strings.some(({ text }) => isOtherRoom(text, room))) return OTHER_ROOM;
  const bases = params?.cwd ? [...places.bases, path.resolve(params.cwd)] : places.bases;
  const here = { ...places, bases };
  const within = SEARCHES.has(name);
  if (within && !params?.path) strings.push({ text: ".", key: "path" });
  const named = (key) => PLACE.test(key) || (key === "pattern" && name !== "grep");
  const isRefused = ({ text, key }) => reaches(text, here, { within, wild: named(key) });
  return strings.some(isRefused) ? ENTRANCE : "";
}

/** A call inside a call (`tool_call`, `{ id, args }`), as deep as it goes. */
function inner(name, params, depth = 0) {
  const plain = String(name ?? "").trim().toLowerCase();
  const called = params?.id ?? params?.tool ?? params?.name ?? params?.toolName;
  if (plain !== "tool_call" || typeof called !== "string" || depth > DEEPEST) {
    return { name: plain, params: params ?? {} };
  }
  const args = params.args ?? params.arguments ?? params.params ?? params.input ?? {};
  return inner(called, typeof args === "string" ? parsed(args) : args, depth + 1);
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
    return value.split("\n").map((text) => ({ text, key }));
  }
  if (!value || typeof value !== "object" || depth > DEEPEST) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    if ((tool === "write" || tool === "edit") && WRITTEN.has(name)) return [];
    return leaves(each, tool, /^\d+$/.test(name) ? key : name, depth + 1);
  });
}

function isOtherRoom(text, room) {
  const other = roomOf(text.trim());
  return Boolean(other) && other.id !== room.id;
}

/** Whether a text, read as a path, leads into a group's memory; with `within` also what holds it, and
 * with `wild` what may become such a path. */
function reaches(text, places, { within, wild }) {
  const written = asPath(text);
  if (!written || written.length > 4096) return false;
  const open = wild && /[*?[{]/.test(written);
  const stem = open ? written.slice(0, written.search(/[^/\\]*[*?[{]/)) || "." : written;
  return places.bases.some((base) => {
    const target = path.resolve(base, stem);
    return [target, real(target)].some(
      (one) => isKept(one, places) || ((within || open) && holds(one, places)),
    );
  });
}

function asPath(text) {
  let written = text.trim().replace(/^@/, "").replaceAll("\0", "");
  if (/^file:/i.test(written)) {
    try {
      written = fileURLToPath(written);
    } catch {
      return "";
    }
  }
  if (written === "~" || written.startsWith("~/")) written = os.homedir() + written.slice(1);
  return process.platform === "win32" ? written : written.replaceAll("\\", "/");
}

/** Whether a path is, or is below, a folder of groups' memory, whatever vault it is of. */
function isKept(target, places) {
  const folded = fold(target);
  if (/\/memory\/(?:groups(?:\/|$)|group_names\.json$|flush-state\.json$)/.test(`${folded}`)) return true;
  return kept(places).some((folder) => folded === folder || folded.startsWith(`${folder}/`));
}

function holds(target, places) {
  const folded = fold(target).replace(/\/$/, "");
  return kept(places).some((folder) => folder.startsWith(`${folded}/`));
}

/** The folders of memory that are known: the vault's, ours, and one that stands in a workspace. */
function kept({ vault, own = [], bases }) {
  const vaults = vault ? [vault, real(vault)].map((folder) => path.join(folder, "memory")) : [];
  const beside = bases.map((base) => path.join(base, "memory", "groups"));
  return [...vaults, ...own, ...beside.filter((folder) => fs.existsSync(folder))].map(fold);
}

function isBelow(folder, bases) {
  const inside = fold(real(folder));
  return bases.some((base) => inside.startsWith(`${fold(real(base))}/`));
}

/** As file systems compare that tell no case apart; on others this refuses a little more. */
function fold(target) {
  return target.normalize("NFC").toLowerCase().replaceAll("\\", "/");
}

/** Where a path leads once links are followed, also where its end is not there yet. */
function real(target) {
  for (let stem = target, rest = ""; ; rest = path.join(path.basename(stem), rest), stem = path.dirname(stem)) {
    try {
      return path.join(fs.realpathSync(stem), rest).replace(/(.)\/$/, "$1");
    } catch {
      if (stem === path.dirname(stem)) return target;
    }
  }
}

/** A command line on the list, exactly or with plain words in the place of its final `*`. */
function isAllowed(params, places, allowed) {
  const line = String(params?.command ?? params?.cmd ?? "").trim();
  if (!line) return false;
  return allowed.some((entry) => {
    if (entry === line) return true;
    const start = entry.endsWith(" *") ? entry.slice(0, -1) : "";
    if (!start || !line.startsWith(start)) return false;
    const rest = line.slice(start.length);
    const cwd = params.workdir ?? params.cwd;
    const bases = cwd ? [...places.bases, path.resolve(cwd)] : places.bases;
    const words = rest.split(/[ =:]+/).filter(Boolean);
    return PLAIN.test(rest) && ![...words, "."].some((word) => reaches(word, { ...places, bases }, { within: true, wild: true }));
  });
}
