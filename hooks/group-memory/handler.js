// The entrance of a group's memory (rules, routes, freshness) stands in the prompt of its turns.

import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { calling, roomOf } from "./room.js";

const HOOK = "group-memory";
const PATIENCE_MS = 15_000; // a turn without the rules is worse than one that waits for a busy machine
const notes = new Map(); // room id → { note, marks }: what stood in the files that the note is of

export default async function groupMemory(event) {
  if (event.type !== "agent" || event.action !== "bootstrap") return;
  const room = roomOf(event.sessionKey);
  const files = event.context?.bootstrapFiles;
  if (!room || !Array.isArray(files)) return;
  try {
    const { text } = await noteOf(room.id);
    if (text) files.push({ name: "GROUP.md", path: "GROUP.md", missing: false, content: text });
  } catch (error) {
    console.error(`[${HOOK}] ${error?.message ?? error}`); // no note rather than a wrong one
  }
}

async function noteOf(roomId) {
  const { command, vault, env } = calling();
  const known = notes.get(roomId);
  if (known && known.vault === vault && known.marks === marksOf(vault, known.note.files)) {
    return known.note;
  }
  notes.delete(roomId);
  const words = [...command.slice(1), "hooks", "group-note", "--room", roomId, "--json"];
  const note = JSON.parse(await printed(command[0], words, env));
  const files = note.files ?? [];
  if (vault && files.length) notes.set(roomId, { note, vault, marks: marksOf(vault, files) });
  return note;
}

/** Size and time of each file; a note is asked for anew once any of them changes. */
function marksOf(vault, files) {
  const marks = files.map((file) => {
    const found = fs.statSync(path.join(vault, file), { throwIfNoEntry: false });
    return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : "-";
  });
  return marks.join("\n");
}

function printed(program, words, env) {
  return new Promise((done, failed) => {
    execFile(program, words, { env, timeout: PATIENCE_MS }, (error, stdout, stderr) =>
      error ? failed(new Error(stderr.trim() || error.message)) : done(stdout),
    );
  });
}
