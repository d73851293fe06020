// What the guard has to know of the OpenClaw it is in: its folders, its settings, whose a session is.

import os from "node:os";
import path from "node:path";

import { calling, roomOf, stateDir } from "./room.js";

const APP = "progressive-memory";
const DEEPEST = 8;
const STARTED_BY_NOBODY = /^agent:[^:]+:(?:[^:]+$|main:|(?:[^:]+:){0,2}(?:direct|dm):)/;

/** Where memory and talk are kept, and what a relative path of an agent may be relative to. */
export function placesOf(api, agentId) {
  const { vault, env } = calling();
  const agents = api.config?.agents ?? {};
  const state = stateDir();
  const workspace = workspaceOf(api, agentId);
  const cwd = agents.entries?.[agentId]?.cwd ?? agents.defaults?.cwd;
  const bases = [workspace, ...(cwd ? [path.resolve(home(cwd))] : []), process.cwd()];
  const own = [
    env.PROGRESSIVE_MEMORY_DATA || path.join(ofUser("data"), APP),
    env.PROGRESSIVE_MEMORY_CACHE || path.join(ofUser("cache"), APP),
    path.join(state, APP),
  ];
  const workspaces = Object.keys(agents.entries ?? {}).map((id) => workspaceOf(api, id));
  const theirs = workspaces.filter((folder) => folder !== workspace && !workspace.startsWith(`${folder}/`));
  const kept = [api.config?.logging?.file, path.dirname(api.config?.session?.store ?? "")];
  const others = [...theirs, ...kept.filter((one) => one && one !== ".").map((one) => path.resolve(home(one)))];
  const worked = cwd ? [path.resolve(home(cwd))] : []; // where a group's agent may write, beside its workspace
  return { vault, own, state, others, worked, bases: [...new Set(bases)] };
}

/** What a group's agent may do beside what is known to keep groups apart, as a person set it. */
export function allowedOf(api, agentId) {
  const mode = api.config?.agents?.entries?.[agentId]?.tools?.codeMode ?? api.config?.tools?.codeMode;
  const { execAllow = [], toolAllow = [] } = api.pluginConfig ?? {};
  return { exec: execAllow, tools: toolAllow.map((name) => name.toLowerCase()), code: mode?.executor === "quickjs" };
}

/** The session that a session was started from: the group's, for all that a group has started. Null
 * where OpenClaw does not say, which the guard takes for a group's. */
export function rootOf(api, sessionKey) {
  let key = sessionKey;
  try {
    for (let step = 0; key && step < DEEPEST && !roomOf(key) && !STARTED_BY_NOBODY.test(key); step += 1) {
      const agentId = /^agent:([^:]+):/.exec(key)?.[1];
      const entry = api.runtime.agent.session.getSessionEntry({ agentId, sessionKey: key });
      const parent = entry?.spawnedBy ?? entry?.parentSessionKey;
      if (!parent || parent === key) break;
      key = parent;
    }
    return key ?? null;
  } catch {
    return null;
  }
}

/** A module of OpenClaw's SDK, as a plugin has to open it: what it opens by path OpenClaw takes for a part of
 * the plugin, and copies it with all that it imports, which is most of OpenClaw; the gateway stands still for
 * that long (38 s were seen). */
export function openedByName(name) {
  return import(`openclaw/plugin-sdk/${name}`);
}

function workspaceOf(api, agentId) {
  const resolved = api.runtime?.agent?.resolveAgentWorkspaceDir?.(api.config, agentId || "main");
  if (resolved) return path.resolve(resolved);
  const agents = api.config?.agents ?? {};
  const named = agents.entries?.[agentId]?.workspace ?? agents.defaults?.workspace;
  return path.resolve(named ? home(named) : path.join(stateDir(), "workspace"));
}

function home(folder) {
  return folder.replace(/^~(?=\/|$)/, os.homedir());
}

/** The folder of the system that `pmem` keeps data, or what can be made anew, in. */
function ofUser(kind) {
  const named = process.env[`XDG_${kind.toUpperCase()}_HOME`]?.trim();
  if (process.platform === "darwin") {
    return path.join(os.homedir(), "Library", kind === "data" ? "Application Support" : "Caches");
  }
  if (process.platform === "win32") return process.env.LOCALAPPDATA ?? path.join(os.homedir(), "AppData", "Local");
  return named || path.join(os.homedir(), ...(kind === "data" ? [".local", "share"] : [".cache"]));
}
