import { changesLater, fitTool, inToolLayer, toolParameters, withTool } from '../tool-place.ts';
import { builtInVector } from '../vector.ts';

/** The results of a tool. */
export const toolResultVector = builtInVector({
  name: 'tool_result',
  parameters: toolParameters,
  ...inToolLayer,
  fit: fitTool,
  tools: (servers, { parameters, content }) =>
    withTool(servers, parameters, (tool) => ({
      ...tool,
      answers: tool.answers.map((answer) =>
        answer.isError ? answer : { ...answer, text: `${answer.text}\n\n${content}` },
      ),
    })),
  async prepare() {},
  later: changesLater,
});
