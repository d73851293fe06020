// A real gateway on the loopback device with a model that does what it is told; no channel.
//   node gateway.mjs OPENCLAW PLAN     with OPENCLAW_STATE_DIR set
// A step says something in a session ({ session, say }). `CALL tool {json} END` in what is said has the
// model call that tool; a step's `calls`, a list of [tool, {json}], has it make them all in that turn.
// Printed, a JSON line a step: the prompt, what the tools answered in the order of the calls, the reply.

import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(process.argv[2]);
const steps = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
const state = process.env.OPENCLAW_STATE_DIR;
const program = path.join(root, "openclaw.mjs");
const run = promisify(execFile);
const SUMMARY = ["Decisions", "Open TODOs", "Constraints/Rules", "Pending user asks", "Exact identifiers"];
const PATIENCE_MS = 120_000;

const requests = [];
const model = http.createServer((request, response) => {
  let body = "";
  request.on("data", (part) => (body += part));
  request.on("end", () => {
    if (request.method === "GET") return response.end(JSON.stringify({ data: [{ id: "m" }] }));
    const asked = JSON.parse(body);
    requests.push(asked);
    answer(response, asked, Math.ceil(body.length / 4));
  });
});

function answer(response, asked, tokens) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const base = { id: `c${requests.length}`, created: 1, model: asked.model, object: "chat.completion.chunk" };
  const send = (about) => response.write(`data: ${JSON.stringify({ ...base, ...about })}\n\n`);
  const calls = wanted(asked);
  const delta = calls.length ? { tool_calls: calls } : { content: asked.tools?.length ? "DONE" : summary() };
  send({ choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: calls.length ? "tool_calls" : "stop" }] });
  send({ choices: [], usage: { prompt_tokens: tokens, completion_tokens: 5, total_tokens: tokens + 5 } });
  response.end("data: [DONE]\n\n");
}

function summary() {
  return SUMMARY.map((head) => `## ${head}\nnone\n`).join("");
}

/** The tool calls that the newest message asks for; by OpenClaw's `tool_call` where they are offered so. */
function wanted({ messages, tools = [] }) {
  const told = newest(messages);
  if (told.some((one) => one.role === "tool")) return [];
  const said = told.map(textOf).join("\n");
  const listed = steps.find(({ calls, say }) => calls && said.includes(say))?.calls;
  const found = /CALL (\w+) (\{.*?\}) END/s.exec(said);
  const asked = listed ?? (found ? [[found[1], JSON.parse(found[2])]] : []);
  const offered = new Set(tools.map((tool) => tool.function?.name));
  return asked.map(([name, args], index) => {
    const direct = offered.has(name);
    const made = direct ? { name, arguments: args } : { name: "tool_call", arguments: { id: name, args } };
    const called = { ...made, arguments: JSON.stringify(made.arguments) };
    return { index, id: `call_${requests.length}_${index}`, type: "function", function: called };
  });
}

/** What the model is told since it last spoke. */
function newest(messages) {
  return messages.slice(messages.findLastIndex((one) => one.role === "assistant") + 1);
}

function textOf(message) {
  const { content } = message;
  return typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("\n");
}

const freePort = () =>
  new Promise((found) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

await new Promise((ready) => model.listen(0, "127.0.0.1", ready));
const port = await freePort();
const file = path.join(state, "openclaw.json");
const settings = JSON.parse(fs.readFileSync(file, "utf8"));
const agents = settings.agents?.defaults ?? {};
fs.writeFileSync(
  file,
  JSON.stringify({
    ...settings,
    gateway: { mode: "local", bind: "loopback", port, auth: { mode: "token", token: "t" } },
    agents: {
      defaults: {
        ...agents,
        workspace: path.join(state, "workspace"),
        skipBootstrap: true,
        heartbeat: { every: "0m" },
        model: { primary: "mock/m" },
        compaction: { ...agents.compaction, keepRecentTokens: 200 },
        memory: undefined,
      },
    },
    models: {
      mode: "replace",
      providers: {
        mock: {
          baseUrl: `http://127.0.0.1:${model.address().port}/v1`,
          apiKey: "mock",
          api: "openai-completions",
          models: [
            {
              id: "m", name: "m", reasoning: false, input: ["text"], contextWindow: 64000, maxTokens: 2048,
              cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
            },
          ],
        },
      },
    },
    plugins: { ...settings.plugins, allow: ["memory-core", "progressive-memory"] },
    logging: { file: path.join(state, "openclaw.log") },
  }),
);

const env = {
  ...process.env, OPENCLAW_CONFIG_PATH: file, OPENCLAW_DISABLE_BONJOUR: "1", OPENCLAW_NO_RESPAWN: "1",
  OPENCLAW_EXEC_SHELL_SNAPSHOT: "0", OPENCLAW_SKIP_CHANNELS: "1", NO_COLOR: "1",
};
const gateway = spawn(process.execPath, [program, "gateway"], { env, stdio: ["ignore", "pipe", "pipe"] });
let log = "";
for (const stream of [gateway.stdout, gateway.stderr]) stream.on("data", (part) => (log += part));
const until = async (ready, what) => {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; ) {
    const found = await ready();
    if (found) return found;
    await new Promise((after) => setTimeout(after, 150));
  }
  const asked = JSON.stringify(requests.at(-1)?.messages.slice(-2));
  throw new Error(`${what} did not come\n${asked}\n${log.slice(-3000)}`);
};
/** A call of the gateway; again where it was too busy to open the door. What is sent twice counts once. */
const rpc = async (method, params, tries = 4) => {
  const words = ["gateway", "call", method, "--token", "t", "--json", "--timeout", "90000", "--params", JSON.stringify(params)];
  try {
    const { stdout } = await run(process.execPath, [program, ...words], { env, maxBuffer: 1 << 26 });
    return JSON.parse(stdout);
  } catch (error) {
    if (tries <= 1 || !/handshake|ETIMEDOUT|ECONNREFUSED/.test(`${error.stdout}${error.stderr}`)) throw error;
    return rpc(method, params, tries - 1);
  }
};

async function said({ session, say, calls = [], quiet }, number) {
  const first = requests.length;
  await rpc("chat.send", { sessionKey: session, message: say, idempotencyKey: `k${number}` });
  if (!quiet) {
    await until(() => isOver(say, calls, first), `the turn of ${say}`);
  }
  await new Promise((after) => setTimeout(after, 2500));
  const turn = requests.slice(first);
  const answers = turn.flatMap(({ messages }) => newest(messages).filter((one) => one.role === "tool"));
  const place = (one) => Number(/_(\d+)\D*$/.exec(one.tool_call_id)?.[1] ?? 0);
  const tools = answers.sort((one, other) => place(one) - place(other)).map(textOf);
  const system = turn[0] ? turn[0].messages.filter((one) => one.role === "system" || one.role === "developer").map(textOf).join("\n") : "";
  const { messages } = await rpc("chat.history", { sessionKey: session, limit: 3 });
  const last = messages?.at(-1);
  return { calls: turn.length, system, tools, reply: last ? textOf(last) : "" };
}

function isOver(say, calls, first) {
  const turn = requests.slice(first);
  if (!say.includes("CALL ") && !calls.length) return turn.length > 0;
  return turn.some(({ messages }) => newest(messages).some((one) => one.role === "tool"));
}

try {
  await until(() => /\[gateway\] ready/.test(log), "the gateway");
  for (const [number, step] of steps.entries()) {
    console.log(JSON.stringify({ say: step.say, ...(await said(step, number)) }));
  }
} finally {
  gateway.kill("SIGTERM");
  await new Promise((ended) => gateway.on("exit", ended));
  model.close();
  if (process.env.GATEWAY_LOG) fs.writeFileSync(process.env.GATEWAY_LOG, log);
}
process.exit(0);
