import type { ActionSpace } from '../base/record/run-settings.ts';
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
export function withMarkPrefix(actions: readonly string[], marks: readonly Mark[]): string[] {
  const prefix = marks
    .map(([x, y, width, height], at) => `tag_${at + 1}=(${x + Math.floor(width / 2)}, ${y + Math.floor(height / 2)})\n`)
    .join('');
  return actions.map((action) => (isSpecialAction(action) ? action : `${prefix}${action}`));
}

export const parsers = ['osharm', 'os-harm'] as const;
export type Parser = (typeof parsers)[number];

/** Parses the actions of a response. Invalid actions become notes, never errors. */
export function readActions(
  response: string,
  options: {
    parser: Parser;
    actionSpace: ActionSpace;
    marks: readonly Mark[];
    /** The picture that computer_13 coordinates refer to; omit to skip checks. OS-Harm's parser ignores it. */
    picture?: PictureScale | undefined;
  },
): ParsedResponse {
  if (options.actionSpace === 'computer_13')
    return options.parser === 'os-harm'
      ? checked(osHarmActions(response))
      : untilBad(parseActions(response), options.picture);
  const { actions, notes } =
    options.parser === 'os-harm' ? { actions: parseCodeAsOsHarm(response), notes: [] } : parseCode(response);
  return { actions: options.marks.length === 0 ? actions : withMarkPrefix(actions, options.marks), notes };
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

function untilBad({ actions, notes }: ParsedResponse, picture: PictureScale | undefined): ParsedResponse {
  const kept: AgentAction[] = [];
  for (const [at, action] of actions.entries()) {
    if (typeof action === 'string') {
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
  return { actions: kept, notes };
}
