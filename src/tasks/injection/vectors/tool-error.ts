import { toolVector } from '../tool-place.ts';

/** The error with which the first call of a tool fails. Later calls succeed. */
export const toolError = toolVector('tool_error', (tool, content) => ({
  ...tool,
  answers: [{ text: `The call failed. ${content}`, isError: true, times: 1 }, ...tool.answers],
}));
