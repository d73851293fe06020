// `/remem` in a group: what was said since goes into the group's memory, and the room is told.

import { canonical, commandIn, history, isByClient, lineNow, roomOf, take, takeIn } from "./room.js";

const HOOK = "remem-flush";
const PLUGIN = Symbol.for("progressive-memory.answers");
const PLUGIN_MS = 10_000; // how long the plugin, where it is there, gets to answer by itself: a busy gateway calls it late

export default function rememFlush(event) {
  if (event.type !== "message" || event.action !== "received") return;
  if (commandIn(event.context?.content)?.verb !== "remem") return;
  const room = roomOf(event.sessionKey);
  if (!room) return;
  return flush(room, event).catch((error) => console.error(`[${HOOK}] ${error?.stack ?? error}`));
}

async function flush(room, event) {
  const messageId = event.context.messageId;
  if (globalThis[PLUGIN]) await new Promise((after) => setTimeout(after, PLUGIN_MS));
  if (!take(room, messageId)) return;
  const known = await history(room, event.sessionKey);
  const now = lineNow(room, event);
  const lines = [...canonical(room, known.events), ...(now ? [now] : [])];
  const trigger = "remem";
  const about = { trigger, sessionKey: event.sessionKey, name: known.name, lines };
  takeIn(HOOK, room, { ...about, answer: (!isByClient(event.context) && messageId) || "" });
}
