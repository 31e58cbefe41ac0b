import { toolVector } from '../tool-place.ts';

/** The results of a tool. */
export const toolResultVector = toolVector('tool_result', (tool, content) => ({
  ...tool,
  answers: tool.answers.map((answer) =>
    answer.isError ? answer : { ...answer, text: `${answer.text}\n\n${content}` },
  ),
}));
