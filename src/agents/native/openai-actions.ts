import { z } from 'zod';
import type { ComputerCall } from '../models/wire/computer.ts';
import { toScreen } from '../shrink-screenshot.ts';
import { keyName } from './key-names.ts';
import type { Button, ModelPicture, NativeAction, Point } from './native-action.ts';

const actionSchema = z.looseObject({
  type: z.string(),
  button: z.string().nullish(),
  x: z.number().nullish(),
  y: z.number().nullish(),
  scroll_x: z.number().nullish(),
  scroll_y: z.number().nullish(),
  // As the AI SDK names them.
  scrollX: z.number().nullish(),
  scrollY: z.number().nullish(),
  text: z.string().nullish(),
  keys: z.array(z.string()).nullish(),
  path: z.array(z.looseObject({ x: z.number(), y: z.number() })).nullish(),
});
const inputSchema = z.looseObject({ actions: z.array(actionSchema) });

/** Pixels of the wheel for one notch. */
const pixelsPerNotch = 100;

/** The actions of a call of OpenAI's computer tools. Throws where one can't be read. */
export function openaiActions({ input }: ComputerCall, picture: ModelPicture): NativeAction[] {
  const read = inputSchema.safeParse(input);
  if (!read.success) throw new Error('The tool’s input is invalid.');
  return read.data.actions.map((action) => actionOf(action, picture));
}

function actionOf(action: z.infer<typeof actionSchema>, { scale }: ModelPicture): NativeAction {
  const point = (x: number, y: number): Point => [toScreen(x, scale.x), toScreen(y, scale.y)];
  const at = action.x == null || action.y == null ? null : point(action.x, action.y);
  const holding = action.type === 'keypress' ? [] : (action.keys ?? []).map(keyName);
  switch (action.type) {
    case 'click':
      return { kind: 'click', button: buttonOf(action.button), at, count: 1, holding };
    case 'double_click':
      return { kind: 'click', button: 'left', at, count: 2, holding };
    case 'move':
      if (at === null) break;
      return { kind: 'move', at };
    case 'drag':
      return { kind: 'drag', path: (action.path ?? []).map(({ x, y }) => point(x, y)), holding };
    case 'scroll':
      return {
        kind: 'scroll',
        at,
        down: notches(action.scrollY ?? action.scroll_y),
        right: notches(action.scrollX ?? action.scroll_x),
        holding,
      };
    case 'type':
      return { kind: 'type', text: action.text ?? '' };
    case 'keypress':
      return {
        kind: 'keys',
        keys: (action.keys ?? []).map((key) => keyName(key)).map((key) => (key.length === 1 ? key.toLowerCase() : key)),
      };
    case 'wait':
      return { kind: 'wait', seconds: 2 };
    case 'screenshot':
      return { kind: 'look' };
  }
  throw new Error(`There is no action ${JSON.stringify(action.type)}, or a field is missing.`);
}

function buttonOf(button: string | null | undefined): Button {
  if (button === 'right') return 'right';
  if (button === 'wheel' || button === 'middle') return 'middle';
  if (button == null || button === 'left') return 'left';
  throw new Error(`The mouse of this desktop has no button ${JSON.stringify(button)}.`);
}

function notches(pixels: number | null | undefined): number {
  if (pixels == null || pixels === 0) return 0;
  return Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / pixelsPerNotch));
}
