import { didYouMean } from '../../base/nearest-name.ts';
import { CallFields, invalidAction, limits, turned } from './call-fields.ts';
import { type Grid, gridOf } from './grids.ts';
import { keyCombination, keyPresses } from './key-names.ts';
import { clicksByName, type NativeAction, type Point } from './native-action.ts';
import { type PictureScale, pointOnScreen } from './on-screen.ts';

const grid: Grid = gridOf('', 'anthropic');
const others = [
  'mouse_move',
  'left_mouse_down',
  'left_mouse_up',
  'left_click_drag',
  'scroll',
  'type',
  'key',
  'hold_key',
  'wait',
  'screenshot',
  'cursor_position',
  'zoom',
];

/** The fields of Anthropic's computer tools. */
export const anthropicFields: readonly string[] = [
  'action',
  'coordinate',
  'start_coordinate',
  'text',
  'scroll_direction',
  'scroll_amount',
  'duration',
  'repeat',
  'region',
];

/** Parses the action names that all of Anthropic's computer tools share. Throws OsharmError `action-invalid`. */
export function anthropicActions(input: unknown, picture: PictureScale): NativeAction[] {
  const name = new CallFields('The call', input).text('action');
  const fields = new CallFields(name, input);
  const point = (field: string): Point | null => {
    const pair = fields.optionalPair(field);
    return pair === null ? null : pointOnScreen(pair, grid, picture, `${name}: ${field}`);
  };
  const needed = (field: string): Point => point(field) ?? fields.fail(field, 'two numbers, [x, y]');
  const holding = (): string[] => (fields.has('text') ? keyCombination(fields.text('text')) : []);
  const click = clicksByName.get(name);
  if (click !== undefined) return [{ kind: 'click', ...click, at: point('coordinate'), holding: holding() }];
  switch (name) {
    case 'mouse_move':
      return [{ kind: 'move', at: needed('coordinate') }];
    case 'left_mouse_down':
      return [{ kind: 'press-button', button: 'left', at: point('coordinate') }];
    case 'left_mouse_up':
      return [{ kind: 'release-button', button: 'left', at: point('coordinate') }];
    case 'left_click_drag': {
      const from = point('start_coordinate');
      const to = needed('coordinate');
      if (from === null) return [{ kind: 'drag-from-here', to, holding: holding() }];
      return [{ kind: 'drag', path: [from, to], holding: holding() }];
    }
    case 'scroll': {
      const notches = fields.notches('scroll_amount', { otherwise: 3 });
      if (notches < 0) fields.fail('scroll_amount', '0 or more, in scroll_direction');
      const turns = turned(fields.direction('scroll_direction'), notches);
      return [{ kind: 'scroll', at: point('coordinate'), ...turns, holding: holding() }];
    }
    case 'type':
      return [{ kind: 'type', text: fields.typed('text') }];
    case 'key': {
      const repeats = fields.whole('repeat', { least: 1, most: limits.repeats, otherwise: 1 });
      const presses = keyPresses(fields.text('text'));
      return Array.from({ length: repeats }, () => presses.map((keys) => ({ kind: 'keys' as const, keys }))).flat();
    }
    case 'hold_key':
      return [{ kind: 'hold-keys', keys: keyCombination(fields.text('text')), seconds: fields.seconds('duration', 1) }];
    case 'wait':
      return [{ kind: 'wait', seconds: fields.seconds('duration', 1) }];
    case 'screenshot':
    case 'cursor_position':
    case 'zoom':
      return [{ kind: 'look' }];
    default:
      throw invalidAction(
        `There is no action ${JSON.stringify(name)}.${didYouMean(name, [...clicksByName.keys(), ...others])}`,
      );
  }
}
