import { literalPattern } from '../../base/literal-pattern.ts';

/** The names by which a client requests permission for a tool: a name as data, or titles for people. */
export interface RequestedTool {
  readonly name?: string | null | undefined;
  readonly titles: readonly string[];
}

/**
 * Whether a request is about one of these tools of these servers. A name decides alone. A title must be the tool's name
 * in a form that clients use (`click`, `click (desktop)`, `click (desktop MCP Server)`, `mcp__desktop__click`,
 * `desktop/click`), with the arguments as JSON after it at most. A title that only contains the name is another tool's.
 */
export function isOneOf(
  tools: readonly string[],
  servers: readonly string[],
  { name, titles }: RequestedTool,
): boolean {
  const anyOf = (words: readonly string[]): string => `(?:${words.map(literalPattern).join('|')})`;
  const server = anyOf(servers);
  const form = new RegExp(
    `^(?:(?:mcp__)?${server}(?:__|[/.:]))?${anyOf(tools)}(?: \\(${server}(?: MCP [Ss]erver)?\\))?(?::? ?\\{.*\\})?$`,
    's',
  );
  return (name == null ? titles : [name]).some((written) => form.test(written.trim()));
}
