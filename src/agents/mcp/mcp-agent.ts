import type { Socket } from 'node:net';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { OsharmError } from '../../base/errors.ts';
import { pngSize } from '../../base/record/png-size.ts';
import { textReasoning } from '../../base/record/reasoning.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { calledTool, type ToolCall, toolAction } from '../../base/record/tool-call.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import type { AgentFile } from '../../tasks/suite/agent-files.ts';
import { desktopServer, type ToolServer } from '../../tasks/suite/tool-server.ts';
import { agentFilesText } from '../../tasks/tool-layer/agent-files.ts';
import { describeTools } from '../../tasks/tool-layer/describe-tools.ts';
import type { ToolAnswer } from '../../tasks/tool-layer/tool-layer.ts';
import type { Agent, AgentReply, PredictInput, ProgramName } from '../agent.ts';
import type { User } from '../user.ts';
import type { View } from '../view.ts';
import { type PermissionQuestion, startAcpProgram } from './acp-program.ts';
import { type AgentProgram, type ProgramEnd, startProgram } from './agent-program.ts';
import { ClientProgramReader } from './client-program.ts';
import { type DesktopTool, desktopTools } from './desktop-tools.ts';
import { isOneOf } from './requested-tool.ts';
import type { ServedServer } from './server-sockets.ts';
import { serveTaskTools, type TaskToolConnection } from './task-tool-server.ts';
import { clientView, toolResult } from './tool-result.ts';
import { type DesktopToolResult, serveTools } from './tool-server.ts';

const keptText = 20_000;
/** The program is assumed to have received the tool list this many milliseconds after its request. */
const settleMs = 500;
const mostPrograms = 10;
const tooManyCalls = 'Too many calls wait at once. Wait for their results.';

/** Calls that wait for their step. Further ones are refused immediately. */
const mostWaiting = 64;

interface WaitingCall {
  kind: 'tool-call';
  call: ToolCall;
  answer(result: ToolAnswer): void;
}

type Event =
  | WaitingCall
  | {
      kind: 'call';
      tool: DesktopTool;
      input: Record<string, unknown>;
      code: string;
      answer(result: DesktopToolResult): void;
    }
  | { kind: 'asked'; question: string }
  | { kind: 'gave-up'; reason: string }
  | { kind: 'ended'; end: ProgramEnd };

export interface McpAgentOptions {
  /** `mcp`: started with the instruction. `acp`: prompted over the Agent Client Protocol. */
  startedBy: 'mcp' | 'acp';
  settings: RunSettings;
  user: User;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * A user's agent program that acts through an MCP server of osharm. The program controls the loop: each tool call is
 * one step with one action, and returns the next observation. Tool results count as what the agent was shown. The run
 * ends when the program exits.
 */
export class McpAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #command: string;
  readonly #options: McpAgentOptions;
  readonly #events: Event[] = [];
  #wake: (() => void) | null = null;
  #program: AgentProgram | null = null;
  #open: Extract<Event, { kind: 'call' | 'tool-call' }> | null = null;
  /** The task's tool servers as they are now. */
  #servers: readonly ToolServer[] = [];
  readonly #connections = new Set<TaskToolConnection>();
  /** Texts of the tool layer that the client received since the last step. */
  readonly #received = new Set<string>();
  /** Refused since the last step. */
  #refusedCalls = 0;
  #hasNotedRefusals = false;
  #notes: string[] = [];
  #picture: PictureSize = { width: 1920, height: 1080 };
  #toolNames: string[] = [];
  readonly #programs = new Map<string, ProgramName>();

  constructor(command: string, options: McpAgentOptions) {
    this.name = options.settings.model;
    this.#command = command;
    this.#options = options;
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const view = await clientView(input, this.#options.settings);
    this.#picture = view.size ?? pngSize(input.observation.screenshot) ?? this.#picture;
    this.#useServers(input.tools ?? []);
    const answered = this.#answer(input, view);
    if (this.#program === null) {
      const files = input.agentFiles ?? [];
      const filesText = agentFilesText(files);
      if (filesText !== '') this.#received.add(filesText);
      this.#program = await this.#start(input.instruction, files);
    }
    const event = await this.#next(signal);
    const texts = [...(answered.text === null ? [] : [answered.text]), ...this.#received];
    this.#received.clear();
    const shown = { text: texts.length === 0 ? null : texts.join('\n'), picture: answered.picture };
    const printed = this.#program.takeOutput().slice(-keptText).trim();
    const reasoning = textReasoning((this.#program.takeThoughts?.() ?? '').slice(-keptText));
    const reply = (spokenText: string) => ({
      reasoning,
      response: [printed, spokenText].filter((text) => text !== '').join('\n'),
      shown,
      notes: this.#notes.splice(0),
      refusedCalls: this.#takeRefusedCalls(),
    });
    switch (event.kind) {
      case 'call':
        this.#open = event;
        return {
          ...reply(`${event.tool.name} ${JSON.stringify(event.input)}`),
          actions: [event.code],
          view: view.size ?? undefined,
        };
      case 'tool-call':
        this.#open = event;
        return {
          ...reply(`${calledTool(event.call)} ${JSON.stringify(event.call.arguments)}`),
          actions: [toolAction(event.call)],
        };
      case 'asked':
        return {
          ...reply(event.question),
          actions: [],
          end: { outcome: 'asked', reason: 'The agent asked its user.' },
        };
      case 'gave-up':
        return { ...reply(event.reason), actions: ['FAIL'] };
      case 'ended':
        if (event.end.failure !== null)
          throw new OsharmError(`The agent ${this.name} ${event.end.failure}`, {
            code: 'agent-failed',
            blame: 'agent',
          });
        if (event.end.end !== null) return { ...reply(''), actions: [], end: event.end.end };
        return { ...reply(''), actions: ['DONE'] };
      default:
        return event satisfies never;
    }
  }

  /** Answers the call that was the last step. Returns what its client receives. */
  #answer(input: PredictInput, view: View): NonNullable<AgentReply['shown']> {
    const open = this.#open;
    const feedback = input.feedback?.[0];
    this.#open = null;
    if (open === null) return { text: null, picture: null };
    if (open.kind === 'tool-call') {
      const text = feedback?.output ?? feedback?.error ?? 'It was not executed.';
      open.answer({ text, isError: feedback?.returncode !== 0 });
      return { text, picture: null };
    }
    const result = toolResult(open.tool, feedback, view);
    open.answer(result);
    return { text: result.text, picture: result.picture === null ? null : Buffer.from(result.picture) };
  }

  #useServers(servers: readonly ToolServer[]): void {
    const hasChanged = servers !== this.#servers;
    this.#servers = servers;
    if (hasChanged) for (const connection of this.#connections) void connection.changed();
  }

  programs(): ProgramName[] {
    return [...this.#programs.values()];
  }

  #named(program: ProgramName | null): void {
    if (program !== null && this.#programs.size < mostPrograms)
      this.#programs.set(`${program.name} ${program.version}`, program);
  }

  async close(): Promise<void> {
    await this.#program?.close();
  }

  async #start(instruction: string, files: readonly AgentFile[]): Promise<AgentProgram> {
    const { settings, environment, startedBy, user } = this.#options;
    const type = settings.observationType;
    const tools = desktopTools(settings.tools ?? 'gui', { picture: type !== 'a11y_tree', tree: type !== 'screenshot' });
    this.#toolNames = [
      ...tools.map(({ name }) => name),
      'ask_user',
      'report_infeasible',
      ...this.#servers.flatMap(describeTools).map(({ name }) => name),
    ];
    const opened = Promise.withResolvers<void>();
    const listed = Promise.withResolvers<void>();
    const serveDesktop = async (stream: Socket): Promise<void> => {
      opened.resolve();
      const reader = new ClientProgramReader();
      serveTools(
        tools,
        {
          picture: () => this.#picture,
          act: (tool, call, code) =>
            this.#isBusy()
              ? Promise.resolve({ text: tooManyCalls, picture: null, isError: true })
              : new Promise((answer) => this.#tell({ kind: 'call', tool, input: call, code, answer })),
          ask: (question) => this.#ask(question),
          giveUp: async (reason) => {
            this.#tell({ kind: 'gave-up', reason });
            return 'It is noted.';
          },
        },
        new StdioServerTransport(stream, stream),
      );
      stream.on('data', (chunk: Buffer) => {
        this.#named(reader.read(chunk));
        if (chunk.includes('"tools/list"')) setTimeout(listed.resolve, settleMs);
      });
    };
    const ofTask = this.#servers.map(
      (server): ServedServer => ({ name: server.server, serve: async (stream) => this.#serveTools(server, stream) }),
    );
    const options = {
      instruction,
      files,
      environment,
      servers: [{ name: desktopServer, serve: serveDesktop }, ...ofTask],
    };
    const program =
      startedBy === 'mcp'
        ? await startProgram(this.#command, options)
        : await startAcpProgram(this.#command, {
            ...options,
            answer: (question) => user.answer(question),
            permit: (question) => this.#permit(question),
            opened: opened.promise,
            listed: listed.promise,
            named: (named) => this.#named(named),
          });
    void program.ended.then((end) => this.#tell({ kind: 'ended', end }));
    return program;
  }

  #serveTools(served: ToolServer, stream: Socket): void {
    const connection = serveTaskTools(
      {
        current: () => this.#servers.find(({ server }) => server === served.server) ?? served,
        received: (text) => this.#received.add(text),
        call: (call) =>
          this.#isBusy()
            ? Promise.resolve({ text: tooManyCalls, isError: true })
            : new Promise((answer) => this.#tell({ kind: 'tool-call', call, answer })),
      },
      stream,
    );
    this.#connections.add(connection);
    stream.once('close', () => this.#connections.delete(connection));
  }

  /** Refuses a call if too many wait, and counts it. */
  #isBusy(): boolean {
    if (this.#events.length < mostWaiting) return false;
    if (!this.#hasNotedRefusals)
      this.#notes.push(`more than ${mostWaiting} calls waited at once; further ones are refused`);
    this.#hasNotedRefusals = true;
    this.#refusedCalls += 1;
    return true;
  }

  /**
   * Denies the agent's other tools, which act on this machine. Allows tools of the desktop if a monitor can intervene,
   * since every call passes the monitor; otherwise the user decides.
   */
  async #permit({ text, tool }: PermissionQuestion): Promise<'approved' | 'denied' | 'silent'> {
    const { settings, user } = this.#options;
    const mayIntervene = settings.monitor !== undefined && (settings.protocol ?? 'observe') !== 'observe';
    const servers = [desktopServer, ...this.#servers.map(({ server }) => server)];
    const isOfDesktop = isOneOf(this.#toolNames, servers, tool);
    const decider = !isOfDesktop ? 'osharm' : mayIntervene ? 'the monitor' : 'the user';
    const decision = !isOfDesktop ? 'denied' : mayIntervene ? 'approved' : user.decide(text);
    this.#notes.push(`it asked for permission: ${text} ${decider}: ${decision}`);
    if (decision === 'silent') this.#tell({ kind: 'asked', question: text });
    return decision;
  }

  async #ask(question: string): Promise<string> {
    const answer = await this.#options.user.answer(question);
    if (answer === null) {
      this.#tell({ kind: 'asked', question });
      return 'Nobody answers.';
    }
    this.#notes.push(`it asked its user: ${question} ${answer}`);
    return answer;
  }

  #takeRefusedCalls(): number | undefined {
    const refused = this.#refusedCalls;
    this.#refusedCalls = 0;
    return refused === 0 ? undefined : refused;
  }

  #tell(event: Event): void {
    this.#events.push(event);
    this.#wake?.();
  }

  async #next(signal: AbortSignal | undefined): Promise<Event> {
    for (;;) {
      signal?.throwIfAborted();
      const event = this.#events.shift();
      if (event !== undefined) return event;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
      this.#wake = null;
    }
  }
}
