import type { ComputerCall } from '../models/wire/computer.ts';
import { keyCombination, keyName } from './key-names.ts';
import type { Button, ModelPicture, NativeAction, Point } from './native-action.ts';

/** Coordinates are in thousandths of the screen. */
const grid = 1000;
/** Pixels of the wheel for one notch. */
const pixelsPerNotch = 100;

/**
 * The actions of a call of Google's computer tool: the names of the desktop environment, and those of the browser environment of
 * older models. Throws where one can't be read.
 */
export function googleActions({ name, input }: ComputerCall, picture: ModelPicture): NativeAction[] {
  const args = input as Record<string, unknown>;
  const number = (key: string): number => {
    const value = args[key];
    if (typeof value !== 'number') throw new Error(`${name} needs the number ${key}.`);
    return value;
  };
  const at = (x = 'x', y = 'y'): Point => [
    Math.floor((number(x) / grid) * picture.width * picture.scale.x),
    Math.floor((number(y) / grid) * picture.height * picture.scale.y),
  ];
  const text = (key: string): string => {
    const value = args[key];
    if (typeof value !== 'string') throw new Error(`${name} needs the text ${key}.`);
    return value;
  };
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
      return [{ kind: 'type', text: text('text') }, ...(args.press_enter === true ? [enter] : [])];
    case 'type_text_at':
      return [
        click(),
        ...(args.clear_before_typing === false ? [] : [{ kind: 'keys' as const, keys: ['ctrl', 'a'] }]),
        { kind: 'type', text: text('text') },
        ...(args.press_enter === false ? [] : [enter]),
      ];
    case 'drag_and_drop':
      return [
        'start_x' in args
          ? { kind: 'drag', path: [at('start_x', 'start_y'), at('end_x', 'end_y')], holding: [] }
          : { kind: 'drag', path: [at(), at('destination_x', 'destination_y')], holding: [] },
      ];
    case 'press_key':
      return [{ kind: 'keys', keys: keyCombination(text('key')) }];
    case 'key_down':
      return [{ kind: 'press-key', key: keyName(text('key')) }];
    case 'key_up':
      return [{ kind: 'release-key', key: keyName(text('key')) }];
    case 'hotkey':
    case 'key_combination':
      return [{ kind: 'keys', keys: keysIn(args.keys, name) }];
    case 'scroll':
    case 'scroll_at':
      return [scroll(text('direction'), notches(args, name), at())];
    case 'scroll_document':
      return [scroll(text('direction'), 5, null)];
    case 'wait':
      return [{ kind: 'wait', seconds: typeof args.seconds === 'number' ? args.seconds : 1 }];
    case 'wait_5_seconds':
      return [{ kind: 'wait', seconds: 5 }];
    case 'take_screenshot':
      return [{ kind: 'look' }];
    default:
      throw new Error(`There is no function ${JSON.stringify(name)} here.`);
  }
}

/** A list of keys, or a combination such as `Control+S`. */
function keysIn(keys: unknown, name: string): string[] {
  if (Array.isArray(keys) && keys.length > 0)
    return keys.map((key) => keyName(String(key))).map((key) => (key.length === 1 ? key.toLowerCase() : key));
  if (typeof keys === 'string' && keys !== '') return keyCombination(keys);
  throw new Error(`${name} needs keys.`);
}

/** The documentation has pixels; the desktop environment has been seen to send wheel clicks. */
function notches(args: Record<string, unknown>, name: string): number {
  const clicks = args.magnitude_in_wheel_clicks;
  const pixels = args.magnitude_in_pixels ?? args.magnitude ?? (name === 'scroll' ? 300 : 800);
  const count = typeof clicks === 'number' ? clicks : Number(pixels) / pixelsPerNotch;
  return Math.max(1, Math.round(count) || 1);
}

function scroll(direction: string, notches: number, at: Point | null): NativeAction {
  const sign = direction === 'up' || direction === 'left' ? -notches : notches;
  const isVertical = direction === 'up' || direction === 'down';
  return { kind: 'scroll', at, down: isVertical ? sign : 0, right: isVertical ? 0 : sign, holding: [] };
}
