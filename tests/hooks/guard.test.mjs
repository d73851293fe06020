// Tool × way to write a path → refused; and what is not to be refused.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { refusal } from "../../hooks/openclaw-plugin/guard.js";

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "guard-")));
after(() => fs.rmSync(home, { recursive: true }));
const workspace = path.join(home, "workspace");
const vault = path.join(home, "vault");
const data = path.join(home, "data");
for (const folder of ["groups/alpha", "groups/beta"]) {
  fs.mkdirSync(path.join(vault, "memory", folder), { recursive: true });
  fs.mkdirSync(path.join(workspace, "memory", folder), { recursive: true });
}
fs.mkdirSync(path.join(workspace, "src"));
fs.writeFileSync(path.join(vault, "memory/groups/beta/attention.md"), "secret");
fs.symlinkSync(path.join(vault, "memory/groups"), path.join(workspace, "src/link"));

const ALPHA = "agent:main:matrix:channel:!alpha:example.org";
const BETA = "agent:main:matrix:channel:!beta:example.org";
const DIRECT = "agent:main:main";
const SUBAGENT = "agent:main:subagent:7";
const places = { vault, own: [data], bases: [workspace] };
const refused = (toolName, params, session = ALPHA, allowed = [], where = places) =>
  refusal({ toolName, params }, session, where, allowed) !== "";

const PATHS = {
  relative: "memory/groups/beta/attention.md",
  "the own group's": "memory/groups/alpha/attention.md",
  "the index note": "memory/groups/beta.md",
  folder: "memory/groups",
  "folder with a slash": "memory/groups/",
  dotted: "./memory/groups/beta/attention.md",
  "up and down": "memory/groups/alpha/../beta/attention.md",
  "out of the workspace": "../vault/memory/groups/beta/attention.md",
  "double slash": "memory//groups//beta/attention.md",
  "dot inside": "memory/./groups/./beta/attention.md",
  absolute: path.join(vault, "memory/groups/beta/attention.md"),
  "absolute in the workspace": path.join(workspace, "memory/groups/beta/attention.md"),
  "file url": `file://${path.join(vault, "memory/groups/beta/attention.md")}`,
  "file url, escaped": `file://${vault}/memory/%67roups/beta/attention.md`,
  "other case": "Memory/GROUPS/beta/attention.md",
  "a link": "src/link/beta/attention.md",
  "at sign": "@memory/groups/beta/attention.md",
  blanks: "  memory/groups/beta/attention.md  ",
  "wild card": "memory/gro*/beta/attention.md",
  "wild card above": path.join(home, "vault/mem*/groups/beta/attention.md"),
  braces: "memory/{groups,x}/beta/attention.md",
  "back slashes": "memory\\groups\\beta\\attention.md",
  "rooms by name": path.join(vault, "memory/group_names.json"),
  "state of flushes": path.join(vault, "memory/flush-state.json"),
  "what undo keeps": path.join(data, "journal/1.json"),
};

const CALLS = {
  memory_get: (target) => ({ path: target }),
  read: (target) => ({ path: target }),
  "read, file_path": (target) => ({ file_path: target }),
  edit: (target) => ({ path: target, edits: [{ oldText: "a", newText: "b" }] }),
  write: (target) => ({ path: target, content: "x" }),
  ls: (target) => ({ path: target }),
  grep: (target) => ({ pattern: "x", path: target }),
  find: (target) => ({ pattern: "*.md", path: target }),
  message: (target) => ({ action: "send", media: target }),
  browser: (target) => ({ targetUrl: target }),
  image: (target) => ({ images: [target] }),
  apply_patch: (target) => ({
    input: `*** Begin Patch\n*** Update File: ${target}\n@@\n-a\n+b\n*** End Patch`,
  }),
  "apply_patch, moved": (target) => ({
    input: `*** Begin Patch\n*** Update File: a.md\n*** Move to: ${target}\n*** End Patch`,
  }),
};

for (const [call, params] of Object.entries(CALLS)) {
  const tool = call.split(",")[0];
  for (const [form, target] of Object.entries(PATHS)) {
    test(`${call} × ${form}`, () => {
      assert.ok(refused(tool, params(target)), "by itself");
      assert.ok(refused("tool_call", { id: tool, args: params(target) }), "in a call of a call");
      assert.ok(refused("tool_call", { id: tool, args: JSON.stringify(params(target)) }), "as JSON");
      assert.ok(refused(tool, params(target), DIRECT), "in a direct chat");
    });
  }
}

test("memory_search keeps no groups apart, so groups and subagents do without", () => {
  assert.ok(refused("memory_search", { query: "launch" }));
  assert.ok(refused("memory_search", { query: "launch" }, SUBAGENT));
  assert.ok(refused("tool_call", { id: "memory_search", args: { query: "launch" } }));
  assert.ok(!refused("memory_search", { query: "launch" }, DIRECT));
  const inside = { ...places, vault: path.join(workspace, "vault") };
  assert.ok(refused("memory_search", { query: "launch" }, DIRECT, [], inside));
});

for (const command of [
  "cat memory/gro*/b*/attention.md",
  "ls",
  "git status; cat memory/groups/beta.md",
  "git status && cat x",
  "git status $(cat memory/groups/beta.md)",
  "git status `id`",
  "git status > x",
  "git status\ncat x",
  "git diff --no-index /dev/null memory/groups/beta/attention.md",
  "git show memory/groups/../groups/beta.md",
  `git status ${path.join(home, "vault/memory")}`,
  `git log --output=${path.join(vault, "memory/groups/x")}`,
  "",
]) {
  test(`a group runs no: ${JSON.stringify(command)}`, () => {
    assert.ok(refused("exec", { command }, ALPHA, ["git *", "git status"]));
    assert.ok(refused("tool_call", { id: "exec", args: { command } }, SUBAGENT, ["git *", "git status"]));
  });
}

test("what is on the list runs, exactly or with plain words, away from every memory", () => {
  const away = { ...places, bases: [path.join(workspace, "src-only")] };
  assert.ok(!refused("exec", { command: "git status" }, ALPHA, ["git status"]));
  assert.ok(!refused("exec", { command: "git log -3 README.md" }, ALPHA, ["git log *"], away));
  assert.ok(refused("exec", { command: "git log -3", cwd: vault }, ALPHA, ["git log *"], away));
  assert.ok(!refused("exec", { command: "cat anything" }, DIRECT));
});

for (const [tool, params] of [
  ["read", { path: "README.md" }],
  ["read", { path: "memory/2026-11-29.md" }],
  ["read", { path: "docs/memory groups.md" }],
  ["memory_get", { path: "MEMORY.md" }],
  ["write", { path: "notes.md", content: "see memory/groups/beta.md\nand more" }],
  ["edit", { path: "notes.md", edits: [{ oldText: "a", newText: "memory/groups/beta.md" }] }],
  ["ls", { path: "." }],
  ["grep", { pattern: "x", path: "src" }],
  ["web_search", { query: "how do memory groups work?" }],
  ["memory_recall", { message: "what did we decide?" }],
  ["message", { action: "send", message: "**hello**\n- see memory/README" }],
  ["sessions_history", { sessionKey: ALPHA }],
]) {
  test(`allowed: ${tool} ${JSON.stringify(params)}`, () => {
    assert.equal(refusal({ toolName: tool, params }, ALPHA, places), "");
  });
}

test("another room's session is not read, nor sent to", () => {
  assert.ok(refused("sessions_history", { sessionKey: BETA }));
  assert.ok(refused("tool_call", { id: "sessions_send", args: { sessionKey: BETA, message: "x" } }));
});

test("paths that the host derives count as well", () => {
  const call = { toolName: "patch", params: {}, derivedPaths: ["memory/groups/beta.md"] };
  assert.notEqual(refusal(call, ALPHA, places), "");
});

test("a search without a place, from above a vault, is refused", () => {
  const above = { ...places, bases: [home] };
  assert.ok(refused("grep", { pattern: "secret" }, ALPHA, [], above));
  assert.ok(refused("find", { pattern: "*.md", path: "vault" }, ALPHA, [], above));
});

test("odd parameters are no way around, and no fall", () => {
  assert.equal(refusal({ toolName: "read", params: null }, ALPHA, places), "");
  assert.equal(refusal({ toolName: undefined, params: undefined }, undefined, places), "");
  assert.ok(refused("READ", { path: PATHS.relative }));
  const deep = { id: "tool_call", args: { id: "read", args: { path: PATHS.relative } } };
  assert.ok(refused("tool_call", deep));
});
