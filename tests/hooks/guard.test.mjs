// Tool × way to write a path → refused; and what is not to be refused.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";

import { bringsKept, refusal } from "../../hooks/openclaw-plugin/guard.js";

const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "guard-")));
after(() => fs.rmSync(home, { recursive: true }));
const workspace = path.join(home, "workspace");
const vault = path.join(home, "Team Vault");
const data = path.join(home, "data");
const state = path.join(home, "state");
const theirs = path.join(state, "workspace-ops");
for (const folder of ["groups/alpha", "groups/beta"]) {
  fs.mkdirSync(path.join(vault, "memory", folder), { recursive: true });
  fs.mkdirSync(path.join(workspace, "memory", folder), { recursive: true });
}
fs.mkdirSync(path.join(workspace, "src"));
fs.mkdirSync(path.join(home, "outside/deep"), { recursive: true });
for (const folder of ["agents/main/agent", "media/inbound", "workspace-ops"]) {
  fs.mkdirSync(path.join(state, folder), { recursive: true });
}
fs.writeFileSync(path.join(vault, "memory/groups/beta/attention.md"), "secret");
fs.symlinkSync(path.join(vault, "memory/groups"), path.join(workspace, "src/link"));
fs.symlinkSync(path.join(home, "outside/deep"), path.join(workspace, "out"));
fs.symlinkSync(vault, path.join(workspace, "@vault"));

const NOWHERE = null;
const ALPHA = "agent:main:matrix:channel:!alpha:example.org";
const BETA = "agent:main:matrix:channel:!beta:example.org";
const DIRECT = "agent:main:main";
const SUBAGENT = "agent:main:subagent:7";
const places = { vault, own: [data], bases: [workspace], state, others: [theirs] };
const refused = (toolName, params, session = ALPHA, exec = [], where = places) =>
  refusal({ toolName, params }, session, where, { exec }) !== "";

const PATHS = {
  relative: "memory/groups/beta/attention.md",
  "the own group's": "memory/groups/alpha/attention.md",
  "the index note": "memory/groups/beta.md",
  folder: "memory/groups",
  "folder with a slash": "memory/groups/",
  dotted: "./memory/groups/beta/attention.md",
  "up and down": "memory/groups/alpha/../beta/attention.md",
  "out of the workspace": "../Team Vault/memory/groups/beta/attention.md",
  "double slash": "memory//groups//beta/attention.md",
  "dot inside": "memory/./groups/./beta/attention.md",
  absolute: path.join(vault, "memory/groups/beta/attention.md"),
  "absolute in the workspace": path.join(workspace, "memory/groups/beta/attention.md"),
  "file url": `file://${path.join(vault, "memory/groups/beta/attention.md")}`,
  "file url of this host": `FILE://localhost${vault}/memory/day.md`,
  "file url, wrapped": `view-source:file://${vault}/memory/day.md`,
  "file url, escaped": `file://${vault}/memory/%67roups/beta/attention.md`,
  "other case": "Memory/GROUPS/beta/attention.md",
  "a link": "src/link/beta/attention.md",
  "at sign": "@memory/groups/beta/attention.md",
  blanks: "  memory/groups/beta/attention.md  ",
  "wild card": "memory/gro*/beta/attention.md",
  "wild card above": path.join(home, "Team Vault/mem*/groups/beta/attention.md"),
  "other blanks": path.join(home, "Team\u00a0Vault/memory/day.md"),
  "wide letters": path.join(vault, "ｍemory/day.md"),
  escaped: `${vault.replace(" ", "%20")}/memory/day.md`,
  "a media line": `MEDIA:${vault}/memory/day.md`,
  "through what a link leads out of": `${workspace}/out/../../Team Vault/memory/day.md`,
  "a line break removed again": `x\n/../../Team Vault/memory/day.md`,
  "a link called as a reference": "@vault/memory/day.md",
  "a broken end": "memory/groups</arg_value>>",
  "links of the system": `/proc/self/root${vault}/memory/day.md`,
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
  view_image: (target) => ({ paths: [target] }),
  pdf: (target) => ({ pdfs: [target] }),
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
    if (tool === "apply_patch" && target.includes("\n")) continue; // there a line ends the path
    test(`${call} × ${form}`, () => {
      assert.ok(refused(tool, params(target)), "by itself");
      assert.ok(refused("tool_call", { id: tool, args: params(target) }), "in a call of a call");
      assert.ok(refused("tool_call", { id: `openclaw:core:${tool}`, args: params(target) }), "by its whole name");
      assert.ok(refused("tool_call", { id: tool, args: JSON.stringify(params(target)) }), "as JSON");
      if (form !== "links of the system") assert.ok(refused(tool, params(target), DIRECT), "in a direct chat");
    });
  }
}

test("OpenClaw's own memory keeps no groups apart, so groups and subagents do without", () => {
  for (const session of [ALPHA, SUBAGENT, NOWHERE, undefined]) {
    assert.ok(refused("memory_search", { query: "launch" }, session));
    assert.ok(refused("memory_get", { path: "MEMORY.md" }, session));
    assert.ok(refused("tool_call", { id: "memory_search", args: { query: "launch" } }, session));
  }
  assert.ok(!refused("memory_search", { query: "launch" }, DIRECT));
  assert.ok(!refused("memory_get", { path: "MEMORY.md" }, DIRECT));
  const inside = { ...places, vault: path.join(workspace, "vault") };
  assert.ok(refused("memory_search", { query: "launch" }, DIRECT, [], inside));
});

const TALK = {
  "a transcript": path.join(state, "agents/main/agent/openclaw-agent.sqlite"),
  "its log": path.join(state, "agents/main/agent/openclaw-agent.sqlite-wal"),
  "a transcript of old": path.join(state, "agents/main/sessions/7.jsonl"),
  "one elsewhere": "/mnt/backup/agents/main/agent/openclaw-agent.sqlite",
  settings: path.join(state, "openclaw.json"),
  "what the hooks are told": path.join(state, "progressive-memory.json"),
  "the log": "/tmp/openclaw/openclaw-2026-11-30.log",
  "another agent's workspace": path.join(theirs, "MEMORY.md"),
  "the day's notes": "memory/2026-11-29.md",
  "what OpenClaw keeps": "MEMORY.md",
  "the vault's history": path.join(vault, ".git/objects/ab"),
  "the vault's bin": path.join(vault, ".trash/attention.md"),
  "what the gateway's process holds": "/proc/self/environ",
};
for (const [what, target] of Object.entries(TALK)) {
  test(`other groups' talk: ${what}`, () => {
    for (const session of [ALPHA, SUBAGENT, NOWHERE]) {
      assert.ok(refused("read", { path: target }, session));
      assert.ok(refused("write", { path: target, content: "x" }, session));
      assert.ok(refused("pdf", { pdf: `file://${path.resolve(workspace, target)}` }, session));
    }
    assert.ok(!refused("read", { path: target }, DIRECT));
  });
}

test("a file that came with a message is read by its name, and not looked for", () => {
  assert.ok(!refused("pdf", { pdf: path.join(state, "media/inbound/7f3a.pdf") }));
  assert.ok(refused("ls", { path: path.join(state, "media/inbound") }));
  assert.ok(refused("ls", { path: path.join(state, "media") }));
  assert.ok(refused("find", { pattern: "*.pdf", path: path.join(state, "media/inbound") }));
  assert.ok(!refused("read", { path: path.join(state, "skills/progressive-memory/SKILL.md") }));
});

for (const target of ["extensions/progressive-memory/guard.js", "npm/node_modules/x/index.js", "skills/x/SKILL.md", "plugins/x.js", "tools/x"]) {
  test(`what OpenClaw runs is not written: ${target}`, () => {
    const file = path.join(state, target);
    assert.ok(refused("write", { path: file, content: "" }));
    assert.ok(refused("edit", { path: file, edits: [] }, SUBAGENT));
    assert.ok(refused("apply_patch", { input: `*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch` }));
    assert.ok(!refused("write", { path: file, content: "" }, DIRECT));
  });
}

for (const target of ["/elsewhere/bin/pmem", path.join(os.homedir(), ".profile"), "~/.ssh/authorized_keys", "../../../../../../../x.py", "hooks/x/handler.js"]) {
  test(`a group's agent writes nothing that is run outside its workspace: ${target}`, () => {
    assert.ok(refused("write", { path: target, content: "" }));
    assert.ok(refused("edit", { path: target, edits: [] }, SUBAGENT));
    assert.ok(!refused("write", { path: target, content: "" }, DIRECT));
  });
}

test("a group's agent writes in its workspace and where what is passing is kept", () => {
  const where = { ...places, worked: ["/srv/site"], bases: [workspace, "/srv/site", "/usr/lib/gateway"] };
  assert.ok(!refused("write", { path: "plan.md", content: "/etc/passwd" }, ALPHA, [], where));
  assert.ok(!refused("edit", { path: "/srv/site/index.html", edits: [{ oldText: "/usr", newText: "/opt" }] }, ALPHA, [], where));
  assert.ok(!refused("apply_patch", { input: "*** Begin Patch\n*** Add File: plan.md\n+x\n*** End Patch" }, ALPHA, [], where));
  assert.ok(refused("write", { path: "/usr/lib/gateway/index.js", content: "" }, ALPHA, [], where));
  assert.ok(!refused("write", { path: "notes/plan.txt", content: "" }));
  assert.ok(!refused("write", { path: path.join(os.tmpdir(), "plan.txt"), content: "" }));
  assert.ok(!refused("read", { path: "/elsewhere/readme.txt" }));
});

test("where an agent works in OpenClaw's state it writes", () => {
  assert.ok(!refused("write", { path: path.join(state, "worktrees/7/x.py"), content: "" }));
});

/** Tools of OpenClaw 2026.9.6 and of what is bundled with it that show what is not this group's. */
const STRANGERS = (
  "sessions_list sessions_search sessions conversations_list conversations_send conversations_turn automations cron " +
  "gateway plugins openclaw nodes computer mobile_ui browser canvas screen dashboard portal theme secrets " +
  "skill_workshop github_identity_status github_publish file_fetch dir_list dir_fetch file_write wiki_search wiki_get " +
  "wiki_apply intent workboard_read workboard_list llm-task crabbox onepassword node_inference talk_voice " +
  "filesystem__read_file anything_new tool_call"
).split(" ");
for (const tool of STRANGERS) {
  test(`a group does without: ${tool}`, () => {
    for (const session of [ALPHA, SUBAGENT, NOWHERE]) assert.ok(refused(tool, {}, session));
    assert.ok(refused("tool_call", { id: tool, args: {} }));
    assert.ok(!refused(tool, {}, DIRECT));
  });
}

test("a person may give groups more tools, and paths stay refused", () => {
  const tools = ["browser", "jira__*", "sessions_list"];
  const given = (toolName, params) => refusal({ toolName, params }, ALPHA, places, { tools });
  assert.equal(given("browser", { targetUrl: "https://example.org" }), "");
  assert.equal(given("jira__search", { query: "launch" }), "");
  assert.equal(given("sessions_list", {}), "");
  assert.notEqual(given("jirax", {}), "");
  assert.notEqual(given("browser", { targetUrl: `file://${vault}/memory/day.md` }), "");
  assert.notEqual(refusal({ toolName: "exec", params: { command: "ls" } }, ALPHA, places, { tools: ["exec"] }), "");
});

test("Code Mode runs in groups where it is shut in", () => {
  const call = { toolName: "exec", toolKind: "code_mode_exec", params: { code: "1", command: "1" } };
  assert.notEqual(refusal(call, ALPHA, places, { exec: ["1"] }), "");
  assert.equal(refusal(call, ALPHA, places, { code: true }), "");
  assert.equal(refusal(call, DIRECT, places), "");
});

test("an answer brings no kept file along", () => {
  assert.ok(bringsKept([path.join(vault, "memory/groups/beta/a.md")], ALPHA, places));
  assert.ok(bringsKept([path.join(state, "openclaw.json")], ALPHA, places));
  assert.ok(!bringsKept([path.join(workspace, "plan.png"), undefined], ALPHA, places));
  assert.ok(!bringsKept([path.join(state, "openclaw.json")], DIRECT, places));
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
  `git status ${path.join(workspace, "memory")}`,
  `git log --output=${path.join(vault, "memory/groups/x")}`,
  "",
]) {
  test(`a group runs no: ${JSON.stringify(command)}`, () => {
    assert.ok(refused("exec", { command }, ALPHA, ["git *", "git status"]));
    assert.ok(refused("tool_call", { id: "exec", args: { command } }, SUBAGENT, ["git *", "git status"]));
  });
}

for (const beside of [{ workdir: vault }, { workdir: path.join(vault, "memory/groups/beta") }, { cwd: "memory/groups" },
  { workdir: "/" }, { workdir: "src/link" }, { env: { GIT_DIR: "x" } }]) { // prettier-ignore
  test(`a command on the list does not run with ${Object.keys(beside)} ${Object.values(beside).map(String)}`, () => {
    assert.ok(refused("exec", { command: "git status", ...beside }, ALPHA, ["git status"]));
  });
}

test("what is on the list runs, exactly or with plain words, away from every memory", () => {
  const away = { ...places, bases: [path.join(workspace, "src-only")] };
  for (const beside of [{}, { workdir: workspace }, { workdir: "src" }, { env: {} }]) {
    assert.ok(!refused("exec", { command: "git status", ...beside }, ALPHA, ["git status"]));
  }
  assert.ok(!refused("exec", { command: "git log -3 README.md" }, ALPHA, ["git log *"], away));
  assert.ok(refused("exec", { command: "git log -3", cwd: vault }, ALPHA, ["git log *"], away));
  assert.ok(!refused("exec", { command: "cat anything" }, DIRECT));
});

for (const [tool, params] of [
  ["read", { path: "README.md" }],
  ["read", { path: "docs/memory groups.md" }],
  ["write", { path: "notes.md", content: "see memory/groups/beta.md\nand more" }],
  ["edit", { path: "notes.md", edits: [{ oldText: "a", newText: "memory/groups/beta.md" }] }],
  ["ls", { path: "." }],
  ["grep", { pattern: "x", path: "src" }],
  ["web_search", { query: "how do memory groups work?" }],
  ["memory_recall", { message: "what did we decide?" }],
  ["message", { action: "send", message: "**hello**\n- see memory/README" }],
  ["message", { action: "send", target: "room:!alpha:example.org", message: "hi" }],
  ["message", { action: "read", channel: "matrix", to: "!alpha:example.org" }],
  ["sessions_history", { sessionKey: ALPHA }],
  ["sessions_history", { sessionKey: "current" }],
  ["sessions_history", { sessionKey: `${ALPHA}:thread:$root` }],
  ["session_status", {}],
  ["sessions_spawn", { task: "look it up", agentId: "main", cwd: "src" }],
  ["tool_search", { query: "calendar" }],
]) {
  test(`allowed: ${tool} ${JSON.stringify(params)}`, () => {
    assert.equal(refusal({ toolName: tool, params }, ALPHA, places), "");
  });
}

for (const [tool, params] of [
  ["sessions_history", { sessionKey: BETA }],
  ["sessions_history", { sessionKey: "main" }],
  ["sessions_history", { sessionKey: "5b1c7d0e" }],
  ["sessions_history", { sessionKey: ALPHA, sessionId: "5b1c7d0e", messageId: "m" }],
  ["sessions_send", { sessionKey: BETA, message: "x" }],
  ["sessions_send", { label: "Beta", message: "x" }],
  ["sessions_send", { agentId: "ops", message: "x" }],
  ["session_status", { sessionKey: "agent:main:cron:7" }],
  ["sessions_spawn", { task: "x", visible: true }],
  ["sessions_spawn", { task: "x", runtime: "acp", agentId: "elsewhere" }],
  ["sessions_spawn", { task: "x", agentId: "ops" }],
  ["sessions_spawn", { task: "x", cwd: "~" }],
  ["sessions_spawn", { task: "x", cwd: "out" }],
  ["message", { action: "read", target: "room:!beta:example.org" }],
  ["message", { action: "read", target: "!alpha:example.org.evil" }],
  ["message", { action: "read", targets: ["!alpha:example.org", "!beta:example.org"] }],
  ["message", { action: "send", channelId: "matrix:channel:!beta:example.org", message: "x" }],
  ["message", { action: "send", channel: "telegram", to: "!alpha:example.org" }],
  ["message", { action: "send", to: "@bob:example.org", message: "x" }],
  ["message", { action: "search", query: "launch" }],
  ["message", { action: "channel-list" }],
  ["message", { action: "broadcast", message: "x" }],
]) {
  test(`of another room: ${tool} ${JSON.stringify(params)}`, () => {
    assert.ok(refused(tool, params));
    assert.ok(refused("tool_call", { id: tool, args: params }));
    if (!("visible" in params)) assert.ok(refused(tool, params, NOWHERE));
  });
}

test("what is no person's session is watched, whatever it is called", () => {
  const persons = ["agent:main:main", "agent:main:work", "agent:main:matrix:direct:@bob:x", "agent:main:direct:bob",
    "agent:main:matrix:default:direct:@bob:x", "agent:main:dashboard:7", "agent:main:cron:7:run:1"]; // prettier-ignore
  const groups = [ALPHA, SUBAGENT, "agent:main:telegram:group:-100:topic:1", "agent:main:matrix:channel:odd",
    "agent:main:acp:7", "agent:main:new-kind:7", "", null, undefined, "main"]; // prettier-ignore

  assert.deepEqual(persons.filter((key) => refused("exec", { command: "ls" }, key)), []);
  assert.deepEqual(groups.filter((key) => !refused("exec", { command: "ls" }, key)), []);
});

test("paths that the host derives count as well", () => {
  const call = { toolName: "patch", params: {}, derivedPaths: ["memory/groups/beta.md"] };
  assert.notEqual(refusal(call, ALPHA, places), "");
});

test("a search without a place, from above a vault, is refused", () => {
  const above = { ...places, bases: [home] };
  assert.ok(refused("grep", { pattern: "secret" }, ALPHA, [], above));
  assert.ok(refused("find", { pattern: "*.md", path: "Team Vault" }, ALPHA, [], above));
});

test("odd parameters are no way around, and no fall", () => {
  assert.equal(refusal({ toolName: "read", params: null }, ALPHA, places), "");
  assert.equal(refusal({ toolName: undefined, params: undefined }, DIRECT, places), "");
  assert.notEqual(refusal({ toolName: undefined, params: undefined }, undefined, places), "");
  const nested = { a: { b: { c: { d: { e: { f: { g: { h: { i: { path: PATHS.relative } } } } } } } } } };
  assert.ok(refused("read", nested));
  assert.ok(refused("READ", { path: PATHS.relative }));
  const deep = { id: "tool_call", args: { id: "read", args: { path: PATHS.relative } } };
  assert.ok(refused("tool_call", deep));
});
