import { toolVector } from '../tool-place.ts';

/** The description of a tool, which a model receives with the list of tools. */
export const toolDescription = toolVector('tool_description', (tool, content) => ({
  ...tool,
  description: `${tool.description}\n\n${content}`,
}));
