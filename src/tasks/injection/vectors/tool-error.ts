import { changesLater, fitTool, inToolLayer, toolParameters, withTool } from '../tool-place.ts';
import { builtInVector } from '../vector.ts';

/** The error with which the first call of a tool fails. Later calls succeed. */
export const toolError = builtInVector({
  name: 'tool_error',
  parameters: toolParameters,
  ...inToolLayer,
  fit: fitTool,
  tools: (servers, { parameters, content }) =>
    withTool(servers, parameters, (tool) => ({
      ...tool,
      answers: [{ text: `The call failed. ${content}`, isError: true, times: 1 }, ...tool.answers],
    })),
  async prepare() {},
  later: changesLater,
});
