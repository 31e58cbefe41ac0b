import { changesLater, fitTool, inToolLayer, toolParameters, withTool } from '../tool-place.ts';
import { builtInVector } from '../vector.ts';

/** The description of a tool, which a model receives with the list of tools. */
export const toolDescription = builtInVector({
  name: 'tool_description',
  parameters: toolParameters,
  ...inToolLayer,
  fit: fitTool,
  tools: (servers, { parameters, content }) =>
    withTool(servers, parameters, (tool) => ({ ...tool, description: `${tool.description}\n\n${content}` })),
  async prepare() {},
  later: changesLater,
});
