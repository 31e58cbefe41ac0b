import { z } from 'zod';

/** What a scripted MCP client calls, in order. `until`: it waits until a result holds this text. */
export const toolCallsSchema = z.array(
  z.strictObject({
    tool: z.string(),
    input: z.record(z.string(), z.unknown()).default({}),
    until: z.string().optional(),
  }),
);
export type ToolCalls = z.input<typeof toolCallsSchema>;
