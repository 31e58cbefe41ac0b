import { toolListText } from '../tasks/tool-layer/describe-tools.ts';
import type { PredictInput } from './agent.ts';

/** What a model receives of the task's tools in a step: the list of tools, and the answers to the calls before it. */
export function toolTexts({ tools = [], feedback = [] }: Pick<PredictInput, 'tools' | 'feedback'>): string[] {
  const answers = feedback.flatMap(({ tool, output }) =>
    tool === undefined || output === undefined ? [] : [`${tool} answered: ${output}`],
  );
  return [...tools.map(toolListText), ...answers];
}
