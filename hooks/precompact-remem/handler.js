// Before OpenClaw condenses a group's session, what was said goes into the group's memory.

import { canonical, history, roomOf, takeIn } from "./room.js";

const HOOK = "precompact-remem";
const MIN_MESSAGES = 10;
const MIN_TOKENS = 1000;
const PATIENCE_MS = 800; // compaction waits for this handler, and goes on after so long at most

export default async function precompactRemem(event) {
  if (event.type !== "session" || event.action !== "compact:before") return;
  const room = roomOf(event.sessionKey);
  if (!room || !isLong(event.context ?? {})) return;
  const done = flush(room, event).catch((error) =>
    console.error(`[${HOOK}] ${error?.stack ?? error}`),
  );
  let timer;
  const late = new Promise((after) => (timer = setTimeout(after, PATIENCE_MS)));
  await Promise.race([done, late]);
  clearTimeout(timer);
}

function isLong(context) {
  const messages = Math.max(context.messageCount ?? 0, context.messageCountOriginal ?? 0);
  const tokens = Math.max(context.tokenCount ?? 0, context.tokenCountOriginal ?? 0);
  return messages >= MIN_MESSAGES || tokens >= MIN_TOKENS;
}

async function flush(room, event) {
  const { sessionKey } = event;
  const known = await history(room, sessionKey, event.context.sessionId);
  const lines = canonical(room, known.events);
  takeIn(HOOK, room, { trigger: "precompact", sessionKey, name: known.name, lines });
}
