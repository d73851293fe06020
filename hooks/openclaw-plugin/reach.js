// Whether a text that a tool is handed, read as a path in any way a tool may read it, leads into what
// is kept. Pure but for following links on the disk.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const MEMORY = /\/memory\/(?:groups(?:[/<]|$)|group_names\.json|flush-state\.json)/;
const TRANSCRIPTS = /\/agents\/[^/]+\/(?:sessions\/|agent\/[^/]*\.sqlite)|\/openclaw[^/]*\/openclaw-[^/]*\.log/;
const SYSTEM = /^\/(?:proc|dev)\//;
const OWN_NOTES = /^(?:memory|memory\.md|dreams\.md)(?:$|\/)/;
/** Folders in OpenClaw's state that hold no talk: what an agent's turn is made of, and what it makes. */
const OF_TURNS = /^(?:skills|plugin-skills|extensions|npm|plugins|worktrees|projects|sandboxes|tools)(?:\/|$)/;
/** Those of them that an agent works in; what stands in the others OpenClaw runs, this guard too. */
const WORKED_IN = /^(?:worktrees|projects|sandboxes)\//;
/** Hooks that stand in a workspace, which OpenClaw runs. */
const HOOKS = /^hooks(?:$|\/)/;
const MEDIA = /^(?:media|attachments)\/.*[^/]$/;
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g;
const WRAPPED = /^(?:media|view-source|sandbox|attachment|localfile):\s*(?=\S)/i;
const OPEN = /[*?[{]/;
const LONGEST = 4096;

/** Whether a text leads into a group's memory, or from a group's session (`places.watched`) into
 * anything that other groups' talk is in. With `within` also what holds it, with `wild` what may become
 * such a path, with `listing` also a folder of files that may each be read by name. */
export function reaches(text, places, { within = false, wild = false, listing = false } = {}) {
  if (!text.trim()) return false;
  if (text.length > LONGEST) return wild;
  return readings(text).some((written) => {
    const open = wild && OPEN.test(written);
    const stem = open ? written.slice(0, written.search(/[^/]*[*?[{]/)) || "." : written;
    const below = within || open;
    return places.bases.some((base) =>
      targets(base, stem).some((one) => isKept(one, places, below || listing) || (below && holds(one, places))),
    );
  });
}

/** Whether a path leads out of the workspace. */
export function leavesWorkspace(text, places) {
  const top = real(places.bases[0]);
  return readings(text).some((written) =>
    targets(top, written).some((target) => target !== top && !isBelow(target, [top])),
  );
}

/** Whether what a group's agent writes to leads out of where it works: its workspace, the folders it is
 * set to work in (`places.worked`), the system's for temporary files, and those in OpenClaw's state. */
export function leavesWork(text, places) {
  const [workspace] = places.bases;
  const inState = places.state ? ["worktrees", "projects", "sandboxes"].map((name) => path.join(places.state, name)) : [];
  const open = [workspace, ...(places.worked ?? []), os.tmpdir(), ...inState].flatMap((folder) => [folder, real(folder)]);
  const isOpen = (target) => open.some((folder) => restBelow(fold(target), folder) !== null);
  return readings(text).some((written) => !targets(workspace, written).every(isOpen));
}

export function isBelow(folder, bases) {
  const inside = fold(real(folder));
  return bases.some((base) => inside.startsWith(`${fold(real(base))}/`));
}

/** The paths a text may be taken for: as it stands, and as tools mend it before they open it. */
function readings(text) {
  const found = new Set();
  const note = (written) => found.add(process.platform === "win32" ? written : written.replaceAll("\\", "/"));
  for (const said of [text, text.trim()]) {
    const plain = unwrapped(said.replaceAll("\0", "").replace(/(?:<\/arg_value>>*)+$/, ""));
    for (const one of [plain, plain.replace(/^@/, "")]) {
      const local = unwrapped(one);
      const homed = local === "~" || /^~[\\/]/.test(local) ? os.homedir() + local.slice(1) : local;
      for (const each of [homed, ...ofUrl(local), decoded(homed)]) {
        note(each);
        note(each.replace(SPACES, " "));
        note(each.normalize("NFKC"));
      }
    }
  }
  found.delete("");
  return [...found];
}

/** Where a path leads: as it is written, with links followed, and with links followed before each `..`. */
function targets(base, written) {
  const target = path.resolve(base, written);
  const raw = path.isAbsolute(written) ? written : `${base}/${written}`;
  return [...new Set([target, real(target), real(raw, fs.realpathSync.native)])];
}

function unwrapped(text) {
  let one = text;
  while (WRAPPED.test(one)) one = one.replace(WRAPPED, "");
  return one;
}

function ofUrl(text) {
  if (!/^file:/i.test(text)) return [];
  try {
    return [fileURLToPath(text)];
  } catch {
    return [decoded(text.replace(/^file:\/*(?:[^/]*(?=\/))?/i, "/"))];
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a path is, or is below, a folder of groups' memory, whatever vault it is of; in a group's
 * session also whether other groups' talk may stand there. */
function isKept(target, places, listed) {
  const folded = fold(target);
  if (MEMORY.test(folded)) return true;
  if (kept(places).some((folder) => folded === folder || folded.startsWith(`${folder}/`))) return true;
  return Boolean(places.watched) && hasTalk(folded, places, listed);
}

function hasTalk(folded, places, listed) {
  if (TRANSCRIPTS.test(folded) || SYSTEM.test(folded)) return true;
  const below = (folder) => restBelow(folded, folder) ?? restBelow(folded, real(folder));
  if (places.vault && below(places.vault)?.startsWith(".")) return true; // git's, a bin, versions of a sync
  if ((places.others ?? []).some((folder) => below(folder) !== null)) return true;
  const note = below(places.bases[0]);
  if (note !== null) return OWN_NOTES.test(note) || (Boolean(places.written) && HOOKS.test(note));
  const part = places.state ? below(places.state) : "";
  if (!part) return false;
  if (OF_TURNS.test(part)) return Boolean(places.written) && !WORKED_IN.test(part);
  return listed || !MEDIA.test(part);
}

/** The rest of a path below a folder, "" for the folder itself; null where it is not below it. */
function restBelow(folded, folder) {
  const top = fold(folder).replace(/\/$/, "");
  if (folded === top) return "";
  return folded.startsWith(`${top}/`) ? folded.slice(top.length + 1) : null;
}

function holds(target, places) {
  const folded = fold(target).replace(/\/$/, "");
  const [workspace] = places.bases;
  const notes = places.searched ? ["memory", "MEMORY.md", "DREAMS.md"].map((name) => path.join(workspace, name)) : [];
  const talk = places.watched ? [places.state ?? "", ...(places.others ?? []), ...notes.filter(fs.existsSync)] : [];
  if (talk[0] && folded === fold(talk[0])) return true;
  return [...kept(places), ...talk.map(fold)].some((folder) => folder.startsWith(`${folded}/`));
}

/** The folders of memory that are known: the vault's, ours, and one that stands in a workspace. */
function kept({ vault, own = [], bases }) {
  const vaults = vault ? [vault, real(vault)].map((folder) => path.join(folder, "memory")) : [];
  const beside = bases.map((base) => path.join(base, "memory", "groups"));
  return [...vaults, ...own, ...own.map(real), ...beside.filter((folder) => fs.existsSync(folder))].map(fold);
}

/** As file systems compare that tell no case apart; on others this refuses a little more. */
function fold(target) {
  return target.normalize("NFC").toLowerCase().replaceAll("\\", "/");
}

/** Where a path leads once links are followed, also where its end is not there yet. */
function real(target, follow = fs.realpathSync) {
  for (let stem = target, rest = ""; ; rest = path.join(path.basename(stem), rest), stem = path.dirname(stem)) {
    try {
      return path.join(follow(stem), rest).replace(/(.)\/$/, "$1");
    } catch {
      if (stem === path.dirname(stem)) return path.resolve(target);
    }
  }
}
