import { z } from 'zod';
import { toScreen } from '../shrink-screenshot.ts';
import { keyCombination } from './key-names.ts';
import { clicksByName, type ModelPicture, type NativeAction, type Point } from './native-action.ts';

const inputSchema = z.looseObject({
  action: z.string(),
  coordinate: z.tuple([z.number(), z.number()]).nullish(),
  start_coordinate: z.tuple([z.number(), z.number()]).nullish(),
  text: z.string().nullish(),
  duration: z.number().nullish(),
  scroll_direction: z.enum(['up', 'down', 'left', 'right']).nullish(),
  scroll_amount: z.number().nullish(),
  repeat: z.number().int().nullish(),
});
type Input = z.infer<typeof inputSchema>;

/** How often one call may press a key. */
const mostRepeats = 100;

/** The action of the input of a call of one of Anthropic's computer tools; their words are the same. Throws where it can't be read. */
export function anthropicActions(input: unknown, scale: ModelPicture['scale']): NativeAction[] {
  const read = inputSchema.safeParse(input);
  if (!read.success) throw new Error('The tool’s input is invalid.');
  const action = actionOf(read.data, scale);
  if (action === null)
    throw new Error(`There is no action ${JSON.stringify(read.data.action)}, or a field is missing.`);
  const repeats = action.kind === 'keys' ? Math.min(mostRepeats, Math.max(1, read.data.repeat ?? 1)) : 1;
  return Array.from({ length: repeats }, () => action);
}

function actionOf(input: Input, scale: ModelPicture['scale']): NativeAction | null {
  const point = (pair: readonly [number, number] | null | undefined): Point | null =>
    pair == null ? null : [toScreen(pair[0], scale.x), toScreen(pair[1], scale.y)];
  const at = point(input.coordinate);
  const isTyped = input.action === 'type';
  const holding = isTyped || input.text == null || input.text === '' ? [] : keyCombination(input.text);
  const click = clicksByName.get(input.action);
  if (click !== undefined) return { kind: 'click', ...click, at, holding };
  switch (input.action) {
    case 'mouse_move':
      return at === null ? null : { kind: 'move', at };
    case 'left_mouse_down':
      return { kind: 'press-button', button: 'left', at };
    case 'left_mouse_up':
      return { kind: 'release-button', button: 'left', at };
    case 'left_click_drag': {
      const from = point(input.start_coordinate);
      return at === null || from === null ? null : { kind: 'drag', path: [from, at], holding };
    }
    case 'scroll': {
      const amount = Math.round(input.scroll_amount ?? 3);
      const sign = input.scroll_direction === 'up' || input.scroll_direction === 'left' ? -amount : amount;
      const isVertical = input.scroll_direction === 'up' || input.scroll_direction === 'down';
      return { kind: 'scroll', at, down: isVertical ? sign : 0, right: isVertical ? 0 : sign, holding };
    }
    case 'type':
      return { kind: 'type', text: input.text ?? '' };
    case 'key':
      return holding.length === 0 ? null : { kind: 'keys', keys: holding };
    case 'hold_key':
      return { kind: 'hold-keys', keys: holding, seconds: input.duration ?? 1 };
    case 'wait':
      return { kind: 'wait', seconds: input.duration ?? 1 };
    case 'screenshot':
    case 'cursor_position':
    case 'zoom':
      return { kind: 'look' };
    default:
      return null;
  }
}
