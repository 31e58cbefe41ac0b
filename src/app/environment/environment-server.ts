import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { clientProgramIn } from '../../agents/mcp/client-program.ts';
import { desktopTools } from '../../agents/mcp/desktop-tools.ts';
import { toolHandler } from '../../agents/mcp/tool-server.ts';
import { clientMessage } from '../../base/client-message.ts';
import { UsageError } from '../../base/errors.ts';
import { rewardValues } from '../../base/record/reward.ts';
import { type RequestRule, refusalOf } from '../../desktop/client/request-guard.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { EpisodeResults } from './episode-results.ts';
import { knownKeys } from './known-keys.ts';
import {
  actionSchema,
  longestMessage,
  observationSchema,
  type ResetSettings,
  resetSchema,
  stateSchema,
} from './messages.ts';
import { RunRoutes, RunsFull } from './run-routes.ts';
import { EnvironmentSession, type EnvironmentSettings } from './session.ts';
import { SharedDesktops } from './shared-desktops.ts';
import { TaskLists } from './task-lists.ts';

export interface EnvironmentServerOptions {
  options: SweepOptions;
  /** Parent of the result folders, one per episode id. Defaults to a temporary folder that is removed at the end. */
  out?: string | undefined;
  host: string;
  port: number;
  rule: RequestRule;
  /** Concurrent WebSocket sessions, each with its own desktop. */
  sessions: number;
  /** Fresh desktops kept ready. Defaults to `sessions`. */
  warm?: number | undefined;
  /** Hosts whose sandboxes are used: access files of `osharm desktop host`, or addresses. */
  desktops?: readonly string[] | undefined;
  /** The initial episode. Its agent acts at `/mcp`, without the token. */
  episode?: ResetSettings | undefined;
}

type ErrorCode = 'INVALID_JSON' | 'UNKNOWN_TYPE' | 'VALIDATION_ERROR' | 'EXECUTION_ERROR' | 'CAPACITY_REACHED';

const messageSchema = knownKeys({ type: z.string(), data: z.record(z.string(), z.unknown()).default({}) });
const referenceSchema = knownKeys({ model: z.string().regex(/^reference-/) });
const stepRequestSchema = knownKeys({
  action: z.unknown(),
  timeout_s: z.unknown().optional().describe('Ignored, as OpenEnv allows.'),
  request_id: z.unknown().optional().describe('Ignored, as OpenEnv allows.'),
});

/**
 * Serves tasks as an environment of OpenEnv 0.10 (PyPI `openenv`). Each WebSocket at `/ws` is a session; `/reset`,
 * `/step` and `/state` over HTTP share one more. The messages are those of `openenv.core.env_server`.
 */
export class EnvironmentServer {
  readonly #options: EnvironmentServerOptions;
  readonly #http: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage });
  readonly #settings: EnvironmentSettings;
  readonly #desktops: SharedDesktops;
  readonly #sessions = new Set<EnvironmentSession>();
  readonly #httpSession: EnvironmentSession;
  readonly #tasks: TaskLists;
  readonly #tools: McpHttpHandler;
  readonly #runs: RunRoutes;

  constructor(options: EnvironmentServerOptions) {
    this.#options = options;
    const { sessions, warm = sessions, desktops = [] } = options;
    this.#desktops = new SharedDesktops({ warm, desktops });
    this.#settings = {
      options: options.options,
      desktops: this.#desktops,
      results: new EpisodeResults(options.out),
    };
    this.#httpSession = new EnvironmentSession(this.#settings);
    this.#tasks = new TaskLists(options.options);
    this.#runs = new RunRoutes(this.#settings, sessions);
    this.#tools = toolHandler(desktopTools('gui', { picture: true, tree: true }), {
      picture: () => this.#httpSession.picture(),
      act: (tool, input, code) => this.#httpSession.act(tool, input, code),
      giveUp: async (reason) => {
        await this.#httpSession.step({ actions: 'FAIL', response: reason });
        return 'It is noted.';
      },
    });
    this.#http = createServer((request, response) => void this.#answer(request, response));
    this.#http.on('upgrade', (request, socket, head) => {
      const refusal = refusalOf(request.headers, options.rule);
      const isPath = pathOf(request) === '/ws';
      if (refusal !== null || !isPath) {
        socket.end(refusedUpgrade(refusal ?? { status: 404, reason: `There is no ${pathOf(request)}: use /ws.` }));
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => this.#serve(client));
    });
  }

  /** Starts the initial episode, if any, then listens. Returns the port. */
  async start(): Promise<number> {
    if (this.#options.episode !== undefined) await this.#httpSession.reset(this.#options.episode);
    await new Promise<void>((resolve, reject) => {
      this.#http.once('error', reject);
      this.#http.listen(this.#options.port, this.#options.host, resolve);
    });
    const address = this.#http.address();
    return typeof address === 'object' && address !== null ? address.port : this.#options.port;
  }

  async close(): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate();
    await Promise.all([...this.#sessions, this.#httpSession, this.#runs].map((session) => session.close()));
    await Promise.all([this.#desktops.close(), this.#settings.results.close()]);
    this.#http.closeAllConnections();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #serve(client: WebSocket): void {
    if (this.#sessions.size >= this.#options.sessions) {
      const message = `All ${this.#options.sessions} sessions are in use: try again later.`;
      const counts = { active_sessions: this.#sessions.size, max_sessions: this.#options.sessions };
      client.send(JSON.stringify({ type: 'error', data: { message, code: 'CAPACITY_REACHED', ...counts } }));
      client.close();
      return;
    }
    const session = new EnvironmentSession(this.#settings);
    this.#sessions.add(session);
    // A client's messages are answered in order.
    let last: Promise<void> = Promise.resolve();
    client.on('message', (data) => {
      last = last.then(async () => {
        const reply = await replyTo(session, String(data));
        if (reply === null) client.close();
        else if (client.readyState === client.OPEN) client.send(JSON.stringify(reply));
      });
    });
    client.on('error', () => client.terminate());
    client.once('close', () => void session.close().finally(() => this.#sessions.delete(session)));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const { rule, episode } = this.#options;
    const call = `${request.method} ${pathOf(request)}`;
    const isForAgent = episode !== undefined && ['POST /mcp', 'GET /health'].includes(call);
    const refusal = refusalOf(request.headers, isForAgent ? { names: rule.names } : rule);
    if (refusal?.status === 401) response.setHeader('www-authenticate', challenge);
    if (refusal !== null) return send(refusal.status, { detail: refusal.reason });
    try {
      const body = request.method === 'POST' ? await readBody(request) : {};
      switch (call) {
        case 'GET /health':
          return send(200, { status: 'healthy' });
        case 'GET /metadata':
          return send(200, metadata);
        case 'GET /schema':
          return send(200, schemas());
        case 'GET /openapi.json':
          return send(200, openApi());
        case 'POST /reset':
          return send(200, await this.#httpSession.reset(resetSchema.parse(body)));
        case 'POST /step':
          return send(200, await this.#httpSession.step(stepRequestSchema.parse(body).action));
        case 'GET /state':
          return send(200, this.#httpSession.state());
        case 'POST /mcp':
          return await this.#answerTools(request, body, response);
        case 'POST /osharm/reference':
          return send(200, await this.#httpSession.play(referenceSchema.parse(body).model));
        case 'GET /osharm/reward':
          return send(200, rewardValues(await this.#httpSession.finishedReward()));
        case 'GET /list_environments':
          return send(200, [metadata.name]);
        case 'GET /osharm/splits':
          return send(200, this.#tasks.splits());
        case 'POST /osharm/tasks':
        case 'POST /osharm/num_tasks':
        case 'POST /osharm/task':
        case 'POST /osharm/task_range':
          return send(200, await this.#tasks.answer(call.slice('POST /osharm/'.length), body));
        case 'POST /osharm/runs/plan':
        case 'POST /osharm/runs/start':
        case 'POST /osharm/runs/act':
        case 'POST /osharm/runs/end':
          return send(200, await this.#runs.answer(call.slice('POST /osharm/runs/'.length), body));
        default:
          return send(404, { detail: `There is no ${call}.` });
      }
    } catch (error) {
      const { message, code } = failureOf(error);
      if (error instanceof RunsFull) return send(503, { detail: message, code: 'CAPACITY_REACHED' });
      if (error instanceof UsageError && call.startsWith('POST /osharm/')) return send(400, { detail: message });
      send(code === 'VALIDATION_ERROR' || code === 'INVALID_JSON' ? 422 : 500, { detail: message });
    }
  }

  /** Serves the desktop's tools over MCP's streamable HTTP. Any other request gets a JSON-RPC error. */
  async #answerTools(request: IncomingMessage, body: unknown, response: ServerResponse): Promise<void> {
    this.#httpSession.named(clientProgramIn(body));
    const sent = (body ?? {}) as { id?: unknown; method?: unknown };
    if (typeof sent.method !== 'string') {
      const id = typeof sent.id === 'string' || typeof sent.id === 'number' ? sent.id : null;
      const invalid = { jsonrpc: '2.0', id, error: { code: -32_600, message: 'This is not an MCP request.' } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(invalid));
      return;
    }
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && /^(?:accept|content-type|mcp-.*)$/.test(name)) headers.set(name, value);
    const url = `http://${request.headers.host}/mcp`;
    const answer = await this.#tools.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).pipe(response);
  }
}

/** Returns the reply to a message, or null to end the session. */
async function replyTo(session: EnvironmentSession, raw: string): Promise<unknown> {
  try {
    const { type, data } = messageSchema.parse(JSON.parse(raw));
    switch (type) {
      case 'reset':
        return { type: 'observation', data: await session.reset(resetSchema.parse(data)) };
      case 'step':
        return { type: 'observation', data: await session.step(data) };
      case 'state':
        return { type: 'state', data: session.state() };
      case 'close':
        return null;
      case 'mcp':
        return { type: 'mcp', data: noTools(data) };
      default:
        return { type: 'error', data: { message: `Unknown message type: ${type}`, code: 'UNKNOWN_TYPE' } };
    }
  } catch (error) {
    return { type: 'error', data: failureOf(error) };
  }
}

function failureOf(error: unknown): { message: string; code: ErrorCode } {
  if (error instanceof SyntaxError) return { message: `Invalid JSON: ${error.message}`, code: 'INVALID_JSON' };
  if (error instanceof z.ZodError) return { message: z.prettifyError(error), code: 'VALIDATION_ERROR' };
  return { message: clientMessage(error, Object.keys(resetSchema.shape)), code: 'EXECUTION_ERROR' };
}

const challenge = 'Basic realm="desktop"';

function refusedUpgrade({ status, reason }: { status: number; reason: string }): string {
  const body = JSON.stringify({ detail: reason });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(status === 401 ? [`WWW-Authenticate: ${challenge}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const pathOf = ({ url = '/' }: IncomingMessage): string => new URL(url, 'http://localhost').pathname;

async function readBody(request: IncomingMessage): Promise<unknown> {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > longestMessage) request.destroy(new Error(`The request is longer than ${longestMessage} bytes.`));
  });
  const body = await text(request);
  return body === '' ? {} : JSON.parse(body);
}

const metadata = {
  name: 'osharm',
  description: 'Safety tasks for computer-use agents on real Linux desktops. Verdicts come from recorded effects.',
  version: packageJson.version,
};

function schemas() {
  return {
    action: z.toJSONSchema(actionSchema, { io: 'input' }),
    observation: z.toJSONSchema(observationSchema),
    state: z.toJSONSchema(stateSchema),
  };
}

function openApi() {
  const path = (method: 'get' | 'post', summary: string) => ({
    [method]: { summary, responses: { 200: { description: 'OK' } } },
  });
  return {
    openapi: '3.1.0',
    info: { title: metadata.name, version: metadata.version, description: metadata.description },
    paths: {
      '/health': path('get', 'Whether the server runs'),
      '/metadata': path('get', 'What this environment is'),
      '/schema': path('get', 'JSON schemas of actions, observations and state'),
      '/reset': path('post', 'Start an episode'),
      '/step': path('post', 'Take a step'),
      '/state': path('get', 'State of the episode'),
      '/list_environments': path('get', 'The name of this environment'),
      '/osharm/splits': path('get', 'Subsets of the suite'),
      '/osharm/tasks': path('post', 'Tasks of a subset, as reset takes them'),
      '/osharm/num_tasks': path('post', 'How many tasks a subset has'),
      '/osharm/task': path('post', 'A task by its index'),
      '/osharm/task_range': path('post', 'Tasks in a range of indexes'),
      '/osharm/reference': path('post', 'A reference agent finishes the episode'),
      '/osharm/reward': path('get', 'End the episode; reward, completed and safe'),
      '/mcp': path('post', 'The desktop of the HTTP session as MCP tools'),
    },
  };
}

/** Refuses tools, because a WebSocket session can act only through `step`. */
function noTools(body: unknown) {
  const id = z.object({ id: z.union([z.string(), z.number()]) }).safeParse(body).data?.id ?? null;
  const message = 'A WebSocket session offers no MCP tools: send actions with step, or POST to /mcp.';
  return { jsonrpc: '2.0', id, error: { code: -32_601, message } };
}
