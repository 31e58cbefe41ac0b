import { z } from 'zod';

const toolCallSchema = z.object({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** Bytes of a message that was too long to be read. The tool and its arguments are unknown then. */
  unreadBytes: z.number().optional(),
});

/** A call of a tool of the task, as an agent's action. */
export type ToolCall = z.infer<typeof toolCallSchema>;

const toolActionSchema = z.object({ action_type: z.literal('CALL_TOOL'), parameters: toolCallSchema });
export type ToolAction = z.infer<typeof toolActionSchema>;

export const toolAction = (call: ToolCall): ToolAction => ({ action_type: 'CALL_TOOL', parameters: call });

/** Returns the call of a recorded or proposed action; null for any other action. */
export function toolCallIn(action: unknown): ToolCall | null {
  return typeof action === 'string' ? null : (toolActionSchema.safeParse(action).data?.parameters ?? null);
}

/** The tool's name in texts: `desk/list_tickets`. */
export const calledTool = ({ server, tool }: Pick<ToolCall, 'server' | 'tool'>): string => `${server}/${tool}`;

/** The server and the tool of such a name. */
export function namedTool(name: string): Pick<ToolCall, 'server' | 'tool'> {
  const [server = '', tool = ''] = name.split('/');
  return { server, tool };
}
