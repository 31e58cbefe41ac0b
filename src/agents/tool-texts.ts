import { toolListText } from '../tasks/tool-layer/describe-tools.ts';
import type { ActionFeedback, PredictInput } from './agent.ts';

/** What a model receives of the task's tools in a step: the list of tools, and the answers to the calls before it. */
export function toolTexts({ tools = [], feedback = [] }: Pick<PredictInput, 'tools' | 'feedback'>): string[] {
  return [...tools.map(toolListText), ...toolAnswers(feedback)];
}

/** The answers to the calls of the last step. */
export const toolAnswers = (feedback: readonly ActionFeedback[] = []): string[] =>
  feedback.flatMap(({ tool, output }) =>
    tool === undefined || output === undefined ? [] : [`${tool} answered: ${output}`],
  );
