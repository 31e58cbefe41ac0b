import { z } from 'zod';

/**
 * The calls of a scripted MCP client, in order. `until` waits until a result contains this text. `{seen}` in an input is
 * the result before it.
 */
export const toolCallsSchema = z.array(
  z.strictObject({
    server: z.string().default('desktop'),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
    until: z.string().optional(),
  }),
);
export type ToolCalls = z.input<typeof toolCallsSchema>;

/** An input with the result before the call filled in. */
export const withSeen = (input: Record<string, unknown>, seen: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('{seen}', () => seen) : value,
    ]),
  );
