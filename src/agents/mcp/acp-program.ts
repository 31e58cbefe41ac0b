import { Readable, Writable } from 'node:stream';
import {
  type ClientContext,
  client,
  type McpServer,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import packageJson from '../../../package.json' with { type: 'json' };
import { messageOf } from '../../base/errors.ts';
import type { ProgramName } from '../agent.ts';
import { isQuestion } from '../user.ts';
import {
  type AgentProgram,
  failureWith,
  keptOutput,
  type ProgramEnd,
  type ProgramOptions,
  startCommand,
  workFolder,
} from './agent-program.ts';
import { namedProgram } from './client-program.ts';
import type { RequestedTool } from './requested-tool.ts';
import { openServerSockets, type ServerSockets } from './server-sockets.ts';

const longestMessage = 4_000_000;
/** Milliseconds that a program may take to exit after its connection closed. */
const longestExit = 2_000;
/** Milliseconds to open the desktop's server before the first prompt. Some agents open it during their turn. */
const longestOpening = 5_000;
/** Milliseconds to list its tools once it is open. */
const longestListing = 30_000;
const mostTitles = 10_000;

export interface PermissionQuestion {
  text: string;
  tool: RequestedTool;
}

export interface AcpOptions extends ProgramOptions {
  permit(question: PermissionQuestion): Promise<'approved' | 'denied' | 'silent'>;
  answer(question: string): Promise<string | null>;
  /** The agent has opened the desktop's server. */
  opened: Promise<void>;
  /** The agent has listed its tools. */
  listed: Promise<void>;
  named(program: ProgramName | null): void;
}

/**
 * Starts an agent that speaks the Agent Client Protocol (ACP 1, npm `@agentclientprotocol/sdk`) and opens one session,
 * with the desktop and the task's tool servers as MCP servers and the instruction as its prompt. The agent can't access
 * files or terminals of the host. The run ends with the agent's turn. If the turn ends in a question, the user's answer
 * starts another turn.
 */
export async function startAcpProgram(command: string, options: AcpOptions): Promise<AgentProgram> {
  const sockets = await openServerSockets(options.servers);
  const cwd = await workFolder(sockets.folder, options.files);
  const started = startCommand(command, options.environment, 'pipe');
  const { stdin, stdout } = started.child;
  if (stdin === null || stdout === null) throw new Error('The agent was started without pipes.');
  stdin.on('error', () => {});
  const transcript = new Transcript();
  const connection = client({ name: 'osharm' })
    .onRequest(methods.client.session.requestPermission, async ({ params }) => permission(params, transcript, options))
    .onNotification(methods.client.session.update, ({ params }) => transcript.add(params.update))
    .connect(
      ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>, {
        maxMessageBytes: longestMessage,
      }),
    );
  const ended = work(connection.agent, { cwd, entries: sockets.entries, transcript, options }).catch(
    async (error: unknown): Promise<ProgramEnd> => {
      const exit = await Promise.race([
        started.exited.then((how) => how ?? 'ended before its turn was over'),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), longestExit).unref()),
      ]);
      return { failure: failureWith(exit ?? `failed: ${messageOf(error)}`, started.errorText()), end: null };
    },
  );
  return {
    ended,
    takeOutput: () => transcript.take(),
    takeThoughts: () => transcript.takeThoughts(),
    async close() {
      await started.end();
      connection.close();
      await sockets.close();
    },
  };
}

interface Work {
  cwd: string;
  entries: ServerSockets['entries'];
  transcript: Transcript;
  options: AcpOptions;
}

async function work(agent: ClientContext, { cwd, entries, transcript, options }: Work): Promise<ProgramEnd> {
  const { protocolVersion, agentInfo } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'osharm', version: packageJson.version },
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
  });
  options.named(namedProgram(agentInfo));
  if (protocolVersion !== PROTOCOL_VERSION)
    return { failure: `speaks version ${protocolVersion} of ACP, not ${PROTOCOL_VERSION}.`, end: null };
  const { sessionId } = await agent.request(methods.agent.session.new, {
    cwd,
    mcpServers: Object.entries(entries).map(([name, entry]): McpServer => ({ name, ...entry, env: [] })),
  });
  // Agents that connect to MCP servers in the background would otherwise start without the desktop.
  const isOpen = await within(longestOpening, options.opened);
  if (isOpen) await within(longestListing, options.listed);
  let prompt = `${options.instruction}\n\n${toolsSentence(Object.keys(entries))}`;
  for (;;) {
    transcript.beginTurn();
    const { stopReason } = await agent.request(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text: prompt }],
    });
    const question = transcript.lastMessage();
    if (stopReason !== 'end_turn' || !isQuestion(question)) return endOf(stopReason);
    const answer = await options.answer(question);
    if (answer === null)
      return { failure: null, end: { outcome: 'asked', reason: 'The agent asked its user, and no one answered.' } };
    prompt = answer;
  }
}

function toolsSentence([, ...others]: readonly string[]): string {
  const desktop = 'The task is on a Linux desktop. The tools of the MCP server "desktop" show and control it.';
  if (others.length === 0) return `${desktop} Use only these tools.`;
  const names = others.map((name) => `"${name}"`).join(', ');
  return `${desktop} These MCP servers have other tools for it: ${names}. Use only the tools of these servers.`;
}

/** Whether it happened within this many milliseconds. */
async function within(milliseconds: number, event: Promise<void>): Promise<boolean> {
  const timer = Promise.withResolvers<boolean>();
  const timeout = setTimeout(() => timer.resolve(false), milliseconds);
  try {
    return await Promise.race([event.then(() => true), timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

function endOf(reason: StopReason): ProgramEnd {
  switch (reason) {
    case 'end_turn':
      return { failure: null, end: null };
    case 'max_tokens':
    case 'max_turn_requests':
      return { failure: null, end: { outcome: 'step-limit', reason: `The agent reached its own limit (${reason}).` } };
    case 'refusal':
      return { failure: null, end: { outcome: 'provider-refusal', reason: 'The agent refused to go on.' } };
    case 'cancelled':
      return { failure: 'cancelled its own turn.', end: null };
    default:
      return reason satisfies never;
  }
}

const longestInput = 500;

async function permission(
  { toolCall, options: offered }: RequestPermissionRequest,
  transcript: Transcript,
  { permit }: Pick<AcpOptions, 'permit'>,
): Promise<RequestPermissionResponse> {
  // A request may contain only what changed since the tool call was announced.
  const announced = transcript.titleOf(toolCall.toolCallId);
  const titles = [toolCall.title, announced].filter((title) => title != null);
  const input = toolCall.rawInput === undefined ? '' : ` ${JSON.stringify(toolCall.rawInput).slice(0, longestInput)}`;
  const decision = await permit({
    text: `May I use ${announced ?? toolCall.title ?? toolCall.name ?? 'a tool'}?${input}`,
    tool: { name: toolCall.name, titles },
  });
  const kinds = {
    approved: ['allow_once', 'allow_always'],
    denied: ['reject_once', 'reject_always'],
    silent: [],
  }[decision];
  const option = kinds.map((kind) => offered.find((offer) => offer.kind === kind)).find((offer) => offer !== undefined);
  return {
    outcome: option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId },
  };
}

class Transcript {
  #untaken = '';
  #thoughts = '';
  #message = '';
  readonly #titles = new Map<string, string>();

  add(update: SessionUpdate): void {
    switch (update.sessionUpdate) {
      case 'agent_message_chunk':
        if (update.content.type !== 'text') return;
        this.#append(update.content.text);
        this.#message = (this.#message + update.content.text).slice(-keptOutput);
        return;
      case 'agent_thought_chunk':
        if (update.content.type === 'text') this.#thoughts = (this.#thoughts + update.content.text).slice(-keptOutput);
        return;
      case 'tool_call':
        this.#append(`\n[${update.title}]\n`);
        if (this.#titles.size < mostTitles) this.#titles.set(update.toolCallId, update.title);
        this.#message = '';
        return;
    }
  }

  take(): string {
    const taken = this.#untaken;
    this.#untaken = '';
    return taken;
  }

  takeThoughts(): string {
    const taken = this.#thoughts;
    this.#thoughts = '';
    return taken;
  }

  titleOf(call: string): string | undefined {
    return this.#titles.get(call);
  }

  beginTurn(): void {
    this.#message = '';
  }

  lastMessage(): string {
    return this.#message.trim();
  }

  #append(text: string): void {
    this.#untaken = (this.#untaken + text).slice(-keptOutput);
  }
}
