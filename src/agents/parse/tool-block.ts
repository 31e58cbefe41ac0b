import { z } from 'zod';
import { namedTool, type ToolAction, toolAction } from '../../base/record/tool-call.ts';

/** The tag of a fenced block that calls a tool of the task. */
export const toolBlockTag = 'tool';

const blockSchema = z.strictObject({
  tool: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

/** Parses the block of a call, `{"tool": "SERVER/TOOL", "arguments": {…}}`. Returns null for anything else. */
export function readToolBlock(code: string): ToolAction | null {
  try {
    const { tool, arguments: given } = blockSchema.parse(JSON.parse(code));
    return toolAction({ ...namedTool(tool), arguments: given });
  } catch {
    // Any fault: the block is not a call.
    return null;
  }
}

export const toolBlockProblem =
  'A block tagged tool must be one JSON object: {"tool": "SERVER/TOOL", "arguments": {…}}. It was not called.';
