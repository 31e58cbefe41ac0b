import type { RunSettings } from '../../base/record/run-settings.ts';
import { defaultTreeTokens } from '../../desktop/observation/trim.ts';
import type { ActionFeedback, PredictInput } from '../agent.ts';
import { failureLine } from '../failure-line.ts';
import { type View, viewOf } from '../view.ts';
import type { DesktopTool } from './desktop-tools.ts';
import type { DesktopToolResult } from './tool-server.ts';

type Shown = Pick<RunSettings, 'profile' | 'observationType' | 'maximumSide'>;

export function clientView(
  input: Pick<PredictInput, 'observation' | 'linearisedTree'>,
  settings: Shown,
): Promise<View> {
  const { profile, observationType, maximumSide } = settings;
  return viewOf(input, { profile, observationType, treeTokens: defaultTreeTokens, maximumSide: maximumSide ?? null });
}

export function toolResult(
  tool: DesktopTool,
  actionFeedback: ActionFeedback | undefined,
  view: View,
): DesktopToolResult {
  const isError = actionFeedback !== undefined && actionFeedback.returncode !== 0;
  const failure = isError
    ? `It failed with exit code ${actionFeedback.returncode}: ${failureLine(actionFeedback)}`
    : 'Done.';
  if (tool.result === 'output') {
    const text = isError ? failure : actionFeedback?.output || '(nothing was printed)';
    return { text, picture: null, isError };
  }
  const picture = tool.name === 'accessibility_tree' ? null : view.png;
  const tree = tool.name === 'screenshot' ? '' : view.text;
  return { text: tree === '' ? failure : `${failure}\n${tree}`, picture, isError };
}
