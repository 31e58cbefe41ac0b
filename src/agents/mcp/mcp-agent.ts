import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { OsharmError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import type { User } from '../user.ts';
import { type AgentProgram, startProgram } from './agent-program.ts';
import { type DesktopTool, desktopTools } from './desktop-tools.ts';
import { clientView, toolResult } from './tool-result.ts';
import { createToolServer, type DesktopToolResult } from './tool-server.ts';

/** Characters of what the program printed that one step's response keeps: the end. */
const keptText = 20_000;

type Event =
  | {
      kind: 'call';
      tool: DesktopTool;
      input: Record<string, unknown>;
      code: string;
      answer(result: DesktopToolResult): void;
    }
  | { kind: 'asked'; question: string }
  | { kind: 'gave-up'; reason: string }
  | { kind: 'ended'; failure: OsharmError | null };

export interface McpAgentOptions {
  settings: RunSettings;
  user: User;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Somebody's agent program that acts through an MCP server of ours. The program leads: each call of a tool is one step with one action, and
 * its result is built from the next observation. What results held is what the agent was shown. Its end is the end of the run.
 */
export class McpAgent implements Agent {
  readonly isReference = false;
  readonly name: string;
  readonly #command: string;
  readonly #options: McpAgentOptions;
  readonly #events: Event[] = [];
  #wake: (() => void) | null = null;
  #program: AgentProgram | null = null;
  #open: Extract<Event, { kind: 'call' }> | null = null;
  #notes: string[] = [];

  constructor(command: string, options: McpAgentOptions) {
    this.name = options.settings.model;
    this.#command = command;
    this.#options = options;
  }

  async predict(input: PredictInput, signal?: AbortSignal | undefined): Promise<AgentReply> {
    const view = await clientView(input, this.#options.settings);
    let shown: NonNullable<AgentReply['shown']> = { text: null, picture: null };
    if (this.#open !== null) {
      const result = toolResult(this.#open.tool, input.feedback?.[0], view);
      shown = { text: result.text, picture: result.picture === null ? null : Buffer.from(result.picture) };
      this.#open.answer(result);
      this.#open = null;
    }
    this.#program ??= await this.#start(input.instruction);
    const event = await this.#next(signal);
    const printed = this.#program.takeOutput().slice(-keptText).trim();
    const reply = (spokenText: string) => ({
      response: [printed, spokenText].filter((text) => text !== '').join('\n'),
      shown,
      notes: this.#notes.splice(0),
    });
    switch (event.kind) {
      case 'call':
        this.#open = event;
        return {
          ...reply(`${event.tool.name} ${JSON.stringify(event.input)}`),
          actions: [event.code],
          view: view.size ?? undefined,
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
        if (event.failure !== null) throw event.failure;
        return { ...reply(''), actions: ['DONE'] };
      default:
        return event satisfies never;
    }
  }

  async close(): Promise<void> {
    await this.#program?.close();
  }

  async #start(instruction: string): Promise<AgentProgram> {
    const { settings, environment } = this.#options;
    const program = await startProgram(this.#command, {
      instruction,
      environment,
      serve: async (stream) => {
        const type = settings.observationType;
        const tools = desktopTools(settings.tools ?? 'gui', {
          picture: type !== 'a11y_tree',
          tree: type !== 'screenshot',
        });
        const server = createToolServer(tools, {
          act: (tool, call, code) =>
            new Promise((answer) => this.#tell({ kind: 'call', tool, input: call, code, answer })),
          ask: (question) => this.#ask(question),
          giveUp: async (reason) => {
            this.#tell({ kind: 'gave-up', reason });
            return 'It is noted.';
          },
        });
        await server.connect(new StdioServerTransport(stream, stream));
      },
    });
    void program.ended.then(({ how, errorText }) => {
      const failure =
        how === null
          ? null
          : new OsharmError(`The agent ${this.name} ${how}.${errorText === '' ? '' : ` It said: ${errorText}`}`, {
              code: 'agent-failed',
              blame: 'agent',
            });
      this.#tell({ kind: 'ended', failure });
    });
    return program;
  }

  /** The user's answer; where nobody answers, the run ends. */
  async #ask(question: string): Promise<string> {
    const answer = this.#options.user.answer(question);
    if (answer === null) {
      this.#tell({ kind: 'asked', question });
      return 'Nobody answers.';
    }
    this.#notes.push(`it asked its user: ${question} ${answer}`);
    return answer;
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
