import { didYouMean } from '../../base/nearest-name.ts';
import type { ComputerCall } from '../models/wire/computer.ts';
import { CallFields, type Direction, invalidAction, turned } from './call-fields.ts';
import { type Grid, gridOf } from './grids.ts';
import { keyCombination, keyName, keyPresses, withLowerLetters } from './key-names.ts';
import type { Button, NativeAction, Point } from './native-action.ts';
import { type PictureScale, pointOnScreen } from './on-screen.ts';

const grid: Grid = gridOf('', 'google');
const pixelsPerNotch = 100;
const functions = [
  'click',
  'click_at',
  'double_click',
  'triple_click',
  'middle_click',
  'right_click',
  'mouse_down',
  'mouse_up',
  'move',
  'hover_at',
  'type',
  'type_text_at',
  'drag_and_drop',
  'press_key',
  'key_down',
  'key_up',
  'hotkey',
  'key_combination',
  'scroll',
  'scroll_at',
  'scroll_document',
  'wait',
  'wait_5_seconds',
  'take_screenshot',
];

/**
 * The actions of a call of Google's computer tool, with the function names of the desktop environment and of older
 * models' browser environment. Throws OsharmError `action-invalid`.
 */
export function googleActions({ name, input }: ComputerCall, picture: PictureScale): NativeAction[] {
  const fields = new CallFields(name, input);
  const at = (x = 'x', y = 'y'): Point =>
    pointOnScreen([fields.number(x), fields.number(y)], grid, picture, `${name}: ${x}, ${y}`);
  const click = (button: Button = 'left', count: 1 | 2 | 3 = 1): NativeAction => ({
    kind: 'click',
    button,
    at: at(),
    count,
    holding: [],
  });
  const enter: NativeAction = { kind: 'keys', keys: ['enter'] };
  switch (name) {
    case 'click':
    case 'click_at':
      return [click()];
    case 'double_click':
      return [click('left', 2)];
    case 'triple_click':
      return [click('left', 3)];
    case 'middle_click':
      return [click('middle')];
    case 'right_click':
      return [click('right')];
    case 'mouse_down':
      return [{ kind: 'press-button', button: 'left', at: at() }];
    case 'mouse_up':
      return [{ kind: 'release-button', button: 'left', at: at() }];
    case 'move':
    case 'hover_at':
      return [{ kind: 'move', at: at() }];
    case 'type':
      return [{ kind: 'type', text: fields.typed('text') }, ...(fields.value('press_enter') === true ? [enter] : [])];
    case 'type_text_at':
      return [
        click(),
        ...(fields.value('clear_before_typing') === false ? [] : [{ kind: 'keys' as const, keys: ['ctrl', 'a'] }]),
        { kind: 'type', text: fields.typed('text') },
        ...(fields.value('press_enter') === false ? [] : [enter]),
      ];
    case 'drag_and_drop': {
      const to = fields.has('end_x') ? at('end_x', 'end_y') : at('destination_x', 'destination_y');
      if (fields.has('start_x') || fields.has('start_y'))
        return [{ kind: 'drag', path: [at('start_x', 'start_y'), to], holding: [] }];
      if (fields.has('x') || fields.has('y')) return [{ kind: 'drag', path: [at(), to], holding: [] }];
      return [{ kind: 'drag-from-here', to, holding: [] }];
    }
    case 'press_key':
      return keyPresses(fields.text('key')).map((keys) => ({ kind: 'keys', keys }));
    case 'key_down':
      return [{ kind: 'press-key', key: keyName(fields.text('key')) }];
    case 'key_up':
      return [{ kind: 'release-key', key: keyName(fields.text('key')) }];
    case 'hotkey':
    case 'key_combination':
      return [{ kind: 'keys', keys: keysIn(fields) }];
    case 'scroll':
    case 'scroll_at':
      return [scroll(fields.direction('direction'), notches(fields, name), at())];
    case 'scroll_document':
      return [scroll(fields.direction('direction'), 5, null)];
    case 'wait':
      return [{ kind: 'wait', seconds: fields.seconds('seconds', 1) }];
    case 'wait_5_seconds':
      return [{ kind: 'wait', seconds: 5 }];
    case 'take_screenshot':
      return [{ kind: 'look' }];
    default:
      throw invalidAction(`There is no function ${JSON.stringify(name)} here.${didYouMean(name, functions)}`);
  }
}

function keysIn(fields: CallFields): string[] {
  const keys = fields.value('keys');
  if (typeof keys === 'string') return keyCombination(keys);
  if (!Array.isArray(keys) || keys.length === 0) fields.fail('keys', 'a list of keys');
  return withLowerLetters(
    keys.flatMap((key: unknown) =>
      typeof key === 'string' ? keyCombination(key) : fields.fail('keys', 'a list of texts'),
    ),
  );
}

/** Google documents pixels, but calls in its desktop environment have also contained wheel clicks. */
function notches(fields: CallFields, name: string): number {
  const clicks = 'magnitude_in_wheel_clicks';
  const pixels = fields.has('magnitude_in_pixels') ? 'magnitude_in_pixels' : 'magnitude';
  const count = fields.has(clicks)
    ? fields.notches(clicks)
    : fields.notches(pixels, { otherwise: name === 'scroll' ? 300 : 800, perNotch: pixelsPerNotch });
  if (count < 0) fields.fail(fields.has(clicks) ? clicks : pixels, '0 or more, in direction');
  return count;
}

function scroll(direction: Direction, notches: number, at: Point | null): NativeAction {
  return { kind: 'scroll', at, ...turned(direction, notches), holding: [] };
}
