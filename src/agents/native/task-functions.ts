import type { ToolCall } from '../../base/record/tool-call.ts';
import type { ToolServer } from '../../tasks/suite/tool-server.ts';
import { describeTools } from '../../tasks/tool-layer/describe-tools.ts';
import type { ComputerCall, ModelFunction } from '../models/wire/computer.ts';
import { invalidAction } from './call-fields.ts';

/** In characters: the longest name that all providers accept. */
const longestName = 64;

/** The tools of a task as functions of a model, named as MCP clients name them (`desk__list_tickets`). */
export class TaskFunctions {
  readonly #tools = new Map<string, Pick<ToolCall, 'server' | 'tool'>>();
  readonly #functions: ModelFunction[] = [];

  constructor(servers: readonly ToolServer[]) {
    for (const item of servers)
      for (const { name: tool, description, inputSchema } of describeTools(item)) {
        const name = `${item.server}__${tool}`.slice(0, longestName);
        this.#tools.set(name, { server: item.server, tool });
        this.#functions.push({ name, description, inputSchema: { ...inputSchema } });
      }
  }

  get list(): readonly ModelFunction[] {
    return this.#functions;
  }

  /** The call of a task's tool; null for a call of the computer tool. Throws OsharmError `action-invalid`. */
  toolCall({ name, input }: ComputerCall): ToolCall | null {
    const tool = this.#tools.get(name);
    if (tool === undefined) return null;
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      throw invalidAction(`${name}: the arguments are not a JSON object.`);
    return { ...tool, arguments: { ...input } };
  }
}
