// One `pmem` that stays for a while and answers what agents and people ask: it saves the start of a
// process a question. Nothing rests on it: where it dies or cannot be had, a process a call does it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const IDLE_MS = 10 * 60_000; // then it ends; a vault that nobody asks costs no memory
const MOST_WAITING = 8; // it answers one by one
const MOST_FAILURES = 3; // in a row, until how `pmem` is called changes

let standing = null; // { key, child, waiting: id → { done, timer }, idle, idleMs }
let failures = { key: "", count: 0 };
let number = 0;

/** Whether a call is of those that `pmem hooks serve` answers. */
export function isAnswered(words) {
  return ["recall", "load", "fragment", "open"].includes(words[0]) || (words[0] === "hooks" && words[1] === "answer");
}

/** What a call printed, `{ printed, failed }`, by the `pmem` that stays; null where it is to be called by
 * itself. One that gives no answer for so long is ended, and that call has failed: it may have been
 * half done. */
export function ask({ command, env }, words, { patienceMs, idleMs = IDLE_MS }) {
  const key = JSON.stringify([command, Object.entries(env).filter(([name]) => name.startsWith("PROGRESSIVE_MEMORY_"))]);
  if (failures.key !== key) failures = { key, count: 0 };
  if (failures.count >= MOST_FAILURES) return Promise.resolve(null);
  if (standing && standing.key !== key) end(standing);
  standing ??= begin(key, command, env, idleMs);
  const one = standing;
  if (one.waiting.size >= MOST_WAITING) return Promise.resolve(null);
  clearTimeout(one.idle);
  const id = (number += 1);
  return new Promise((done) => {
    const late = () => {
      failures.count += 1;
      settle(one, id, { printed: "", failed: `pmem gave no answer in ${patienceMs / 1000} s` });
      end(one);
    };
    one.waiting.set(id, { done, timer: setTimeout(late, patienceMs) });
    one.child.stdin.write(`${JSON.stringify({ id, words })}\n`);
  });
}

/** End the one that stays, if there is one. */
export function endStanding() {
  if (standing) end(standing);
}

function begin(key, command, env, idleMs) {
  const [program, ...words] = command;
  const child = spawn(program, [...words, "hooks", "serve"], { env, stdio: ["pipe", "pipe", "ignore"] });
  const one = { key, child, waiting: new Map(), idle: null, idleMs };
  for (const stream of [child, child.stdin, child.stdout]) stream.unref?.(); // a gateway that ends waits for no `pmem`
  const gone = () => {
    if (one.waiting.size) failures.count += 1;
    end(one);
  };
  child.on("error", gone);
  child.on("exit", gone);
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => take(one, line));
  return one;
}

function take(one, line) {
  let answer;
  try {
    answer = Object(JSON.parse(line)); // a null is no answer, and nothing may be thrown into OpenClaw
  } catch {
    return end(one); // a `pmem` of another time, which does not know how
  }
  failures.count = 0;
  settle(one, answer.id, { printed: answer.printed ?? "", failed: answer.failed ?? "" });
  if (one.waiting.size) return;
  one.idle = setTimeout(() => end(one), one.idleMs);
  one.idle.unref();
}

function settle(one, id, answer) {
  const waits = one.waiting.get(id);
  if (!waits) return;
  one.waiting.delete(id);
  clearTimeout(waits.timer);
  waits.done(answer);
}

/** Its input ends, and with it the process; whoever waits calls `pmem` by itself. */
function end(one) {
  if (standing === one) standing = null;
  clearTimeout(one.idle);
  one.child.stdin.end();
  one.child.kill();
  for (const id of [...one.waiting.keys()]) settle(one, id, null);
}
