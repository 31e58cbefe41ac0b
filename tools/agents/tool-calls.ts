import { z } from 'zod';

/** The calls of a scripted MCP client, in order. `until` waits until a result contains this text. */
export const toolCallsSchema = z.array(
  z.strictObject({
    tool: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
    until: z.string().optional(),
  }),
);
export type ToolCalls = z.input<typeof toolCallsSchema>;
