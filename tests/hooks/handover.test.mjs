// What a hook hands to `pmem`: the lines themselves, and no file of them that has a name.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { roomOf, takeIn } from "../../hooks/remem-flush/room.js";

const home = fs.mkdtempSync(path.join(os.tmpdir(), "handover-"));
after(() => fs.rmSync(home, { recursive: true }));
process.env.OPENCLAW_STATE_DIR = home;
const heard = path.join(home, "heard");
const pmem = path.join(home, "pmem.mjs");
fs.writeFileSync(
  pmem,
  `import fs from "node:fs";
   const text = fs.readFileSync(0, "utf8");
   fs.writeFileSync(${JSON.stringify(`${heard}.new`)}, text);
   fs.renameSync(${JSON.stringify(`${heard}.new`)}, ${JSON.stringify(heard)});`,
);
fs.writeFileSync(path.join(home, "progressive-memory.json"), JSON.stringify({ command: [process.execPath, pmem] }));
const ROOM = roomOf("agent:main:matrix:channel:!alpha:example.org");

test("all lines are handed over, and none stands in a file of its own", async () => {
  const lines = Array.from({ length: 3000 }, (_, at) => ({ event_id: `$${at}`, text: `我们周五发布 ${"x".repeat(80)}` }));

  takeIn("remem-flush", ROOM, { trigger: "remem", sessionKey: "s", name: "Alpha", lines });
  assert.deepEqual(fs.readdirSync(path.join(home, "progressive-memory")), ["remem-flush.json"]);

  for (let waited = 0; !fs.existsSync(heard) && waited < 30_000; waited += 20) {
    await new Promise((done) => setTimeout(done, 20));
  }
  const said = fs.readFileSync(heard, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(said, lines);
});
