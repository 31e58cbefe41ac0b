import type { ActionSpace } from '../base/record/run-settings.ts';
import { toolCallIn } from '../base/record/tool-call.ts';
import type { Mark } from '../desktop/observation/set-of-marks.ts';
import type { AgentAction } from './agent.ts';
import { computer13Code } from './computer-13.ts';
import { computer13OnScreen } from './computer-13-on-screen.ts';
import type { PictureScale } from './native/on-screen.ts';
import { whichOf } from './native/which-of.ts';
import { parseActions } from './parse/actions.ts';
import { parseCode } from './parse/code.ts';
import { parseActionsAsOsHarm } from './parse/os-harm-actions.ts';
import { parseCodeAsOsHarm } from './parse/os-harm-code.ts';
import type { ParsedResponse } from './parse/parsed-response.ts';
import { isSpecialAction } from './parse/special-actions.ts';

/** Prepends `tag_N=(x, y)`, the centre of each mark, to every code action, as OS-Harm does. */
export function withMarkPrefix(actions: readonly AgentAction[], marks: readonly Mark[]): AgentAction[] {
  const prefix = marks
    .map(([x, y, width, height], at) => `tag_${at + 1}=(${x + Math.floor(width / 2)}, ${y + Math.floor(height / 2)})\n`)
    .join('');
  return actions.map((action) =>
    typeof action !== 'string' || isSpecialAction(action) ? action : `${prefix}${action}`,
  );
}

export const parsers = ['osharm', 'os-harm'] as const;
export type Parser = (typeof parsers)[number];

interface ReadOptions {
  parser: Parser;
  actionSpace: ActionSpace;
  marks: readonly Mark[];
  /** The picture that computer_13 coordinates refer to; omit to skip checks. OS-Harm's parser ignores it. */
  picture?: PictureScale | undefined;
  /** Whether the task offers tools. OS-Harm's parser ignores it. */
  hasTools?: boolean;
}

/** Parses the actions of a response. Invalid actions become notes, never errors. */
export function readActions(response: string, options: ReadOptions): ParsedResponse {
  if (options.actionSpace === 'computer_13')
    return options.parser === 'os-harm'
      ? checked(osHarmActions(response))
      : untilBad(parseActions(response, options), options);
  const parsed: ParsedResponse =
    options.parser === 'os-harm' ? { actions: parseCodeAsOsHarm(response), notes: [] } : parseCode(response, options);
  return options.marks.length === 0 ? parsed : { ...parsed, actions: withMarkPrefix(parsed.actions, options.marks) };
}

/** OS-Harm's parser may return an error string or throw; both become notes. */
function osHarmActions(response: string): ParsedResponse {
  try {
    const found = parseActionsAsOsHarm(response);
    return typeof found === 'string' ? { actions: [], notes: [found] } : { actions: found as AgentAction[], notes: [] };
  } catch (error) {
    if ((error as Error).name !== 'ValueError') throw error;
    return { actions: [], notes: [(error as Error).message] };
  }
}

function checked({ actions, notes }: ParsedResponse): ParsedResponse {
  const kept: AgentAction[] = [];
  const texts = [...notes];
  for (const action of actions) {
    if (typeof action === 'string' || isSpecialAction(action?.action_type)) {
      kept.push(action);
      continue;
    }
    try {
      computer13Code(action, () => 0.5);
      kept.push(action);
    } catch (error) {
      texts.push(`not an action: ${(error as Error).message}`);
    }
  }
  return { actions: kept, notes: texts };
}

function untilBad(
  parsed: ParsedResponse,
  { picture, hasTools = false }: Pick<ReadOptions, 'picture' | 'hasTools'>,
): ParsedResponse {
  const { actions, notes } = parsed;
  const kept: AgentAction[] = [];
  for (const [at, action] of actions.entries()) {
    if (typeof action === 'string' || (hasTools && toolCallIn(action) !== null)) {
      kept.push(action);
      continue;
    }
    try {
      const onScreen = picture === undefined ? action : computer13OnScreen(action, picture);
      computer13Code(onScreen, () => 0.5);
      kept.push(onScreen);
    } catch (error) {
      const { message } = error as Error;
      const problem = actions.length === 1 ? message : whichOf(at, actions.length, message);
      return { actions: kept, notes: [...notes, `not an action: ${problem}`], problem };
    }
  }
  return { ...parsed, actions: kept };
}
