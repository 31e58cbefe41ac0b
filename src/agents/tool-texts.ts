import { agentFilesText } from '../tasks/tool-layer/agent-files.ts';
import { toolListText } from '../tasks/tool-layer/describe-tools.ts';
import type { ActionFeedback, PredictInput } from './agent.ts';

/**
 * What a model receives in a step besides the screen: the agent's files, the list of the task's tools, and the answers to
 * the calls before it.
 */
export function toolTexts({
  agentFiles = [],
  tools = [],
  feedback = [],
}: Pick<PredictInput, 'agentFiles' | 'tools' | 'feedback'>): string[] {
  const files = agentFilesText(agentFiles);
  return [...(files === '' ? [] : [files]), ...tools.map(toolListText), ...toolAnswers(feedback)];
}

/** The answers to the calls of the last step. */
export const toolAnswers = (feedback: readonly ActionFeedback[] = []): string[] =>
  feedback.flatMap(({ tool, output }) =>
    tool === undefined || output === undefined ? [] : [`${tool} answered: ${output}`],
  );
