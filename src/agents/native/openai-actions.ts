import type { ComputerCall } from '../models/wire/computer.ts';
import { CallFields, invalidAction, plainNumber } from './call-fields.ts';
import { type Grid, gridOf } from './grids.ts';
import { keyCombination, withLowerLetters } from './key-names.ts';
import type { Button, NativeAction, Point } from './native-action.ts';
import { type PictureScale, pointOnScreen } from './on-screen.ts';

const grid: Grid = gridOf('', 'openai');
/** Pixels that one notch of the wheel scrolls. */
const pixelsPerNotch = 100;

/**
 * The actions of a call of OpenAI's computer tools. A call is executed entirely or not at all: if an action is invalid,
 * throws OsharmError `action-invalid`, which names it.
 */
export function openaiActions({ input }: ComputerCall, picture: PictureScale): NativeAction[] {
  const { actions } = (input ?? {}) as { actions?: unknown };
  if (!Array.isArray(actions)) throw invalidAction('The call has no list of actions.');
  return actions.map((action: unknown, at) => {
    try {
      return actionOf(action, picture);
    } catch (error) {
      if (actions.length === 1) throw error;
      const before = `Action ${at + 1} of ${actions.length} can’t be done, so none of the ${actions.length} was:`;
      throw invalidAction(`${before} ${(error as Error).message}`);
    }
  });
}

function actionOf(action: unknown, picture: PictureScale): NativeAction {
  const type = new CallFields('The action', action).text('type');
  const fields = new CallFields(type, action);
  const onScreen = (pair: readonly [number, number], what: string): Point => pointOnScreen(pair, grid, picture, what);
  const at = (): Point | null => {
    const pair = fields.optionalXY();
    return pair === null ? null : onScreen(pair, `${type}: the point`);
  };
  const keys = (): string[] => withLowerLetters(keysIn(fields));
  const holding = (): string[] => (fields.has('keys') ? keys() : []);
  switch (type) {
    case 'click':
      return { kind: 'click', button: buttonOf(fields), at: at(), count: 1, holding: holding() };
    case 'double_click':
      return { kind: 'click', button: 'left', at: at(), count: 2, holding: holding() };
    case 'move':
      return { kind: 'move', at: at() ?? fields.fail('x', 'a number') };
    case 'drag': {
      const path = pathIn(fields).map((pair, index) => onScreen(pair, `drag: point ${index + 1} of path`));
      const [first] = path;
      if (first === undefined) return fields.fail('path', 'a list of points {x, y}');
      if (path.length === 1) return { kind: 'drag-from-here', to: first, holding: holding() };
      return { kind: 'drag', path, holding: holding() };
    }
    case 'scroll': {
      const [down, right] =
        fields.has('scrollY') || fields.has('scrollX') ? ['scrollY', 'scrollX'] : ['scroll_y', 'scroll_x'];
      if (!fields.has(down as string) && !fields.has(right as string)) fields.fail('scroll_y', 'a number of pixels');
      const notches = (field: string) => fields.notches(field, { otherwise: 0, perNotch: pixelsPerNotch });
      return {
        kind: 'scroll',
        at: at(),
        down: notches(down as string),
        right: notches(right as string),
        holding: holding(),
      };
    }
    case 'type':
      return { kind: 'type', text: fields.typed('text') };
    case 'keypress':
      return { kind: 'keys', keys: keys() };
    case 'wait':
      return { kind: 'wait', seconds: 2 };
    case 'screenshot':
      return { kind: 'look' };
    default:
      throw invalidAction(`There is no action ${JSON.stringify(type)}.`);
  }
}

function keysIn(fields: CallFields): string[] {
  const keys = fields.value('keys');
  const names = typeof keys === 'string' ? [keys] : keys;
  if (!Array.isArray(names) || names.length === 0) fields.fail('keys', 'a list of keys');
  return names.flatMap((key: unknown) =>
    typeof key === 'string' ? keyCombination(key) : fields.fail('keys', 'texts'),
  );
}

function pathIn(fields: CallFields): (readonly [number, number])[] {
  const path = fields.value('path');
  if (!Array.isArray(path)) fields.fail('path', 'a list of points {x, y}');
  return path.map((point: unknown) => {
    const [x, y] = Array.isArray(point)
      ? point
      : [(point as { x?: unknown } | null)?.x, (point as { y?: unknown } | null)?.y];
    return [
      plainNumber(x) ?? fields.fail('path', 'a list of points {x, y}'),
      plainNumber(y) ?? fields.fail('path', 'a list of points {x, y}'),
    ];
  });
}

function buttonOf(fields: CallFields): Button {
  const button = fields.text('button', 'left').trim().toLowerCase();
  if (button === 'right') return 'right';
  if (button === 'wheel' || button === 'middle') return 'middle';
  if (button === 'left') return 'left';
  throw invalidAction(`The mouse of this desktop has no button ${JSON.stringify(button)}.`);
}
