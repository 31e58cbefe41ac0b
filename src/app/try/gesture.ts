import { z } from 'zod';
import { isPyautoguiKey } from '../../agents/pyautogui-keys.ts';

const pixel = z.int().min(0).max(16_383);
const button = z.enum(['left', 'middle', 'right']);
const key = z.string().max(24).refine(isPyautoguiKey, 'is not a key of pyautogui');

/** A mouse or keyboard action, in screen pixels. `count`: 2 for a double click, 3 for a triple click. */
export const gestureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), x: pixel, y: pixel }),
  z.strictObject({ kind: z.literal('click'), x: pixel, y: pixel, button, count: z.int().min(1).max(3) }),
  z.strictObject({ kind: z.literal('drag'), x: pixel, y: pixel, toX: pixel, toY: pixel, button }),
  z.strictObject({ kind: z.literal('scroll'), x: pixel, y: pixel, amount: z.int().min(-50).max(50) }),
  z.strictObject({ kind: z.literal('type'), text: z.string().min(1).max(4000) }),
  z.strictObject({ kind: z.literal('keys'), keys: z.array(key).min(1).max(6) }),
  /** Clicks the `index`-th listed element, for users without a mouse. */
  z.strictObject({ kind: z.literal('click-element'), index: z.int().min(0), name: z.string() }),
]);
export type Gesture = z.infer<typeof gestureSchema>;
