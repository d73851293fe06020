// The `pmem` that stays, with a stand-in that notes each process, and does what its questions say.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, beforeEach, test } from "node:test";

import { ask, endStanding, isAnswered } from "../../hooks/openclaw-plugin/stay.js";

const home = fs.mkdtempSync(path.join(os.tmpdir(), "stay-"));
const started = path.join(home, "started");
const program = path.join(home, "pmem.mjs");
fs.writeFileSync(
  program,
  `import fs from "node:fs";
   import { createInterface } from "node:readline";
   fs.appendFileSync(${JSON.stringify(started)}, process.pid + "\\n");
   if (process.env.PROGRESSIVE_MEMORY_OLD) process.exit(2);
   for await (const line of createInterface({ input: process.stdin })) {
     const { id, words } = JSON.parse(line);
     if (words[1] === "die") process.exit(1);
     if (words[1] === "babble") console.log("not JSON");
     else if (words[1] === "null first") console.log("null\\n" + JSON.stringify({ id, printed: "after it", failed: "" }));
     else if (words[1] !== "hang") console.log(JSON.stringify({ id, printed: words.join(" "), failed: "" }));
   }`,
);
const calling = (vault = "v", more = {}) => ({
  command: [process.execPath, program],
  env: { ...process.env, PROGRESSIVE_MEMORY_VAULT: vault, ...more },
});
const pids = () => (fs.existsSync(started) ? fs.readFileSync(started, "utf8").trim().split("\n") : []);
const PATIENT = { patienceMs: 30_000 };
const answer = (printed) => ({ printed, failed: "" });
beforeEach(() => {
  endStanding();
  fs.rmSync(started, { force: true });
});
after(() => {
  endStanding();
  fs.rmSync(home, { recursive: true });
});

test("one process answers one question after another, and several at once", async () => {
  assert.deepEqual(await ask(calling(), ["recall", "a"], PATIENT), answer("recall a"));
  const asked = ["b", "c", "d"].map((word) => ask(calling(), ["load", word], PATIENT));
  assert.deepEqual(await Promise.all(asked), ["load b", "load c", "load d"].map(answer));

  assert.equal(pids().length, 1);
});

test("a line that answers nothing is passed over", async () => {
  assert.deepEqual(await ask(calling(), ["recall", "null first"], PATIENT), answer("after it"));
});

test("another vault is asked by another process", async () => {
  await ask(calling("one"), ["recall", "a"], PATIENT);
  await ask(calling("two"), ["recall", "a"], PATIENT);

  assert.equal(pids().length, 2);
});

test("of more than it can answer soon the rest is called by itself", async () => {
  const asked = Array.from({ length: 10 }, (_, number) => ask(calling(), ["recall", `${number}`], PATIENT));

  assert.equal((await Promise.all(asked)).filter((one) => one === null).length, 2);
});

for (const word of ["die", "babble"]) {
  test(`where it does ${word} every question that waits is called by itself, and the next is answered`, async () => {
    const both = [ask(calling(), ["recall", word], PATIENT), ask(calling(), ["recall", "hang"], PATIENT)];

    assert.deepEqual(await Promise.all(both), [null, null]);
    assert.deepEqual(await ask(calling(), ["recall", "again"], PATIENT), answer("recall again"));
    assert.equal(pids().length, 2);
  });
}

test("a question without an answer has failed, and is not asked twice", async () => {
  const { printed, failed } = await ask(calling(), ["recall", "hang"], { patienceMs: 1000 });

  assert.deepEqual([printed, failed], ["", "pmem gave no answer in 1 s"]);
  assert.deepEqual(await ask(calling(), ["recall", "again"], PATIENT), answer("recall again"));
});

test("one that dies each time is left alone, until it is called otherwise", async () => {
  const old = calling("v", { PROGRESSIVE_MEMORY_OLD: "1" });
  for (let number = 0; number < 5; number += 1) assert.equal(await ask(old, ["recall", "a"], PATIENT), null);

  assert.equal(pids().length, 3);
  assert.deepEqual(await ask(calling(), ["recall", "a"], PATIENT), answer("recall a"));
});

test("a program that is not there is called by itself, which says so", async () => {
  const gone = { ...calling(), command: [path.join(home, "gone")] };

  assert.equal(await ask(gone, ["recall", "a"], PATIENT), null);
});

test("with nobody asking it ends", async () => {
  await ask(calling(), ["recall", "a"], { ...PATIENT, idleMs: 50 });
  await new Promise((after) => setTimeout(after, 500));
  await ask(calling(), ["recall", "b"], PATIENT);

  assert.equal(pids().length, 2);
});

test("only what reads is asked of it", () => {
  const words = [["recall"], ["load"], ["fragment"], ["open"], ["hooks", "answer"]];
  const others = [["remember"], ["hooks", "take-in"], ["flush"], []];

  assert.deepEqual([...words, ...others].map(isAnswered), [...words.map(() => true), ...others.map(() => false)]);
});
