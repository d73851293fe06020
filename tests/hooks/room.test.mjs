// `node --test tests/hooks` (pytest runs it too, where there is a node).

import assert from "node:assert/strict";
import { test } from "node:test";

import { canonical, commandIn, lineNow, roomOf, take } from "../../hooks/remem-flush/room.js";

const MATRIX = "agent:main:matrix:channel:!Abc:example.org";

test("a room is read from the session key, and its case is kept", () => {
  const room = roomOf(MATRIX);

  assert.equal(room.id, "!Abc:example.org");
  assert.equal(room.target, "room:!Abc:example.org");
  assert.equal(room.agentId, "main");
  assert.equal(room.thread, "");
});

test("a room of version 12 has no server in its id", () => {
  assert.equal(roomOf("agent:main:matrix:channel:!31hash-without_server").id, "!31hash-without_server");
});

test("a thread belongs to the group of its room", () => {
  const room = roomOf(`${MATRIX}:thread:$root`);

  assert.equal(room.id, "!Abc:example.org");
  assert.equal(room.thread, "$root");
});

test("the id of a room elsewhere says which chat it is of", () => {
  assert.equal(roomOf("agent:main:telegram:group:-1001:topic:7").id, "telegram:-1001");
  assert.equal(roomOf("agent:main:discord:channel:42").id, "discord:42");
});

for (const key of [
  undefined,
  "",
  "agent:main:main",
  "agent:main:subagent:1f",
  "agent:main:internal-session-effects:9",
  "agent:main:matrix:channel:no-room",
  "agent:main:matrix:direct:@alice:example.org",
]) {
  test(`no group: ${key}`, () => assert.equal(roomOf(key), null));
}

for (const text of [
  "/remem",
  "/remem the launch is on Friday",
  " /REMEM now",
  "@bot:example.org: /remem",
  "@bot /remem 周五发布",
  "bot: /remem",
  "Rem Bot: /remem",
]) {
  test(`a command: ${text}`, () => assert.equal(commandIn(text)?.verb, "remem"));
}

for (const text of [undefined, "", "remem", "say /remem to me please", "/remember this", "/rememx", "a/remem"]) {
  test(`no command: ${text}`, () => assert.equal(commandIn(text), null));
}

test("the words after a command are what it says", () => {
  assert.equal(commandIn("@bot:example.org: /remem  the launch\nis on Friday ").words, "the launch\nis on Friday");
});

const said = (id, content, over = {}) => ({
  type: "message",
  id: `local-${id}`,
  timestamp: "2026-11-29T19:39:56.190Z",
  message: {
    role: "user",
    content,
    timestamp: 1_795_981_186_399,
    __openclaw: { senderId: "@alice:example.org", senderName: "Alice", transport: { messageId: `$${id}` } },
    ...over,
  },
});

test("what people and the agent said becomes canonical lines", () => {
  const answer = { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "noted" }], __openclaw: {} };

  assert.deepEqual(canonical(roomOf(MATRIX), [said(1, "we ship on Friday"), said(2, "", answer)]), [
    { event_id: "$1", ts: 1_795_981_186_399, sender: "@alice:example.org", text: "we ship on Friday", sender_name: "Alice" },
    { event_id: "openclaw:main:local-2", ts: 1_795_981_186_399, sender: "agent:main", text: "noted", role: "assistant" },
  ]);
});

test("tools, summaries, commands and what nobody said are left out", () => {
  const events = [
    { type: "session", id: "s" },
    { type: "compaction", id: "c", summary: "long ago" },
    said(1, "out", { role: "toolResult" }),
    said(2, "/remem"),
    said(3, "/recall what did we decide?"),
    said(4, "A scheduled reminder has been triggered.", { __openclaw: {} }),
    said(5, "   "),
  ];

  assert.deepEqual(canonical(roomOf(MATRIX), events), []);
});

test("what a client of the gateway sent without a name is its operator's; what OpenClaw asks itself is nobody's", () => {
  const transport = { clients: [{ id: "cli", mode: "cli" }] };
  const typed = said(1, "we ship on Friday", { __openclaw: { transport } });
  const fromSession = { ...typed, message: { ...typed.message, provenance: { kind: "inter_session" } } };
  const named = said(2, "agreed", { __openclaw: { senderId: "@alice:example.org", transport } });
  const events = [typed, fromSession, named, said(3, "owner", { __openclaw: { senderIsOwner: true } })];

  const lines = canonical(roomOf(MATRIX), events);
  assert.deepEqual(lines.map((line) => line.sender), ["openclaw:operator", "@alice:example.org"]);
  assert.equal(lines[0].event_id, "openclaw:main:local-1");
});

test("a message in a thread says so, and ids of other chats name their room", () => {
  const [inThread] = canonical(roomOf(`${MATRIX}:thread:$root`), [said(1, "yes")]);
  const [elsewhere] = canonical(roomOf("agent:main:telegram:group:-1001"), [said(1, "yes")]);

  assert.equal(inThread.thread, "$root");
  assert.equal(elsewhere.event_id, "telegram:-1001:$1");
});

test("a message that has just come is a line, under the id the transcript will give it", () => {
  const context = { content: "/remem we ship on Friday", messageId: "$1", timestamp: 5, metadata: { senderId: "@a:b", senderName: "A" } };

  assert.deepEqual(lineNow(roomOf(MATRIX), { context }), {
    event_id: "$1", ts: 5, sender: "@a:b", text: "we ship on Friday", sender_name: "A",
  });
  assert.equal(lineNow(roomOf(MATRIX), { context: { ...context, content: "/remem" } }), null);
  const typed = { ...context.metadata, provider: "webchat" };
  assert.equal(lineNow(roomOf(MATRIX), { context: { ...context, metadata: typed } }), null);
});

test("a message is taken in once", () => {
  const room = roomOf(MATRIX);
  assert.equal(take(room, "$once"), true);
  assert.equal(take(room, "$once"), false);
  assert.equal(take(room, undefined), true);
});

test("messages of two rooms with the same number are two messages", () => {
  const [one, other] = ["-1001", "-1002"].map((id) => roomOf(`agent:main:telegram:group:${id}`));
  assert.equal(take(one, "42"), true);
  assert.equal(take(other, "42"), true);
  assert.equal(take(other, "42"), false);
});
