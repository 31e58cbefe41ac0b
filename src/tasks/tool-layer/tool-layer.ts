import { means } from '../../base/documents/text/field-value.ts';
import { calledTool, type ToolCall } from '../../base/record/tool-call.ts';
import { readResourceTool, type TaskTool, type ToolAnswerRule, type ToolServer } from '../suite/tool-server.ts';

/** In bytes: larger arguments are refused. */
export const mostArgumentBytes = 64 * 1024;

export interface ToolAnswer {
  text: string;
  isError: boolean;
}

/**
 * The tool servers of one run, which answer from the task's data. The agent can't change them.
 */
export class ToolLayer {
  #servers: readonly ToolServer[];
  /** Number of calls that an answer with `times` has had. */
  readonly #given = new Map<string, number>();

  constructor(servers: readonly ToolServer[]) {
    this.#servers = servers;
  }

  /** The servers as clients see them now. Another array after a change. */
  get servers(): readonly ToolServer[] {
    return this.#servers;
  }

  change(servers: readonly ToolServer[]): void {
    this.#servers = servers;
  }

  answer(call: ToolCall): ToolAnswer {
    if (call.unreadBytes !== undefined) return refused(`The message has more than ${call.unreadBytes} bytes.`);
    const server = this.#servers.find(({ server: name }) => name === call.server);
    if (server === undefined) return refused(`There is no server ${JSON.stringify(call.server)}.`);
    const bytes = argumentBytes(call);
    if (bytes > mostArgumentBytes)
      return refused(`The arguments have ${bytes} bytes; at most ${mostArgumentBytes} are accepted.`);
    if (call.tool === readResourceTool && server.resources.length > 0) return resourceOf(server, call);
    const tool = server.tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return refused(`${server.server} has no tool ${JSON.stringify(call.tool)}.`);
    const fault = argumentFault(tool, call.arguments);
    if (fault !== null) return refused(`${tool.name}: ${fault}`);
    const answer = tool.answers.find((rule, index) => this.#applies(rule, call, index));
    if (answer === undefined) return refused(`${tool.name} found nothing.`);
    return { text: answer.text, isError: answer.isError };
  }

  #applies(rule: ToolAnswerRule, call: ToolCall, index: number): boolean {
    const isMeant = Object.entries(rule.when ?? {}).every(([name, value]) =>
      means(argumentText(call.arguments[name]), value),
    );
    if (!isMeant || rule.times === undefined) return isMeant;
    const key = `${calledTool(call)} ${index} ${rule.text}`;
    const given = this.#given.get(key) ?? 0;
    this.#given.set(key, given + 1);
    return given < rule.times;
  }
}

export const argumentText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

export const argumentBytes = (call: ToolCall): number => Buffer.byteLength(JSON.stringify(call.arguments));

const refused = (text: string): ToolAnswer => ({ text, isError: true });

function resourceOf({ server, resources }: ToolServer, { arguments: { uri } }: ToolCall): ToolAnswer {
  const resource = resources.find((item) => item.uri === uri);
  if (resource === undefined) return refused(`${server} has no resource ${JSON.stringify(argumentText(uri))}.`);
  return { text: resource.text, isError: false };
}

function argumentFault({ parameters }: TaskTool, given: ToolCall['arguments']): string | null {
  const names = Object.keys(parameters);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `there is no field ${JSON.stringify(unknown)}. Its fields: ${names.join(', ') || 'none'}.`;
  for (const [name, { type, required }] of Object.entries(parameters)) {
    const value = given[name];
    if (value === undefined && !required) continue;
    if (value === undefined) return `${name} is missing.`;
    if (typeof value !== type) return `${name} must be a ${type}.`;
  }
  return null;
}
