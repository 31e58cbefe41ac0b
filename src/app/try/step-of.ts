import { actCode } from '../../agents/reference/act-code.ts';
import { elementAt, makeLocator } from '../../agents/reference/make-locator.ts';
import type { ScreenElement } from '../../agents/reference/screen-tree.ts';
import type { Act, ScriptStep } from '../../agents/reference/step-schema.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import type { Gesture } from './gesture.ts';

/** A gesture as a step of a reference, and as code to execute now. */
export interface GestureStep {
  step: ScriptStep;
  /** pyautogui code. */
  code: string;
  /** Uses pixels, because no element of the accessibility tree matches. */
  isByPlace: boolean;
}

type Clicked = Extract<Gesture, { kind: 'click' }>;

/** Converts a gesture to a step. Clicks a named element in its middle, like the reference. Null for a movement. */
export function stepOf(gesture: Gesture, elements: readonly ScreenElement[], screen: PictureSize): GestureStep | null {
  switch (gesture.kind) {
    case 'move':
      return null;
    case 'click':
      return clickStep(gesture, elements, screen);
    case 'click-element':
      throw new TypeError('The element of this click was not resolved.');
    case 'drag': {
      const { x, y, toX, toY, button } = gesture;
      return byPlace(
        `pyautogui.moveTo(${x}, ${y})\npyautogui.dragTo(${toX}, ${toY}, duration=0.5, button='${button}')`,
      );
    }
    case 'scroll': {
      const over = locatorAt(elements, gesture.x, gesture.y);
      if (over === null) return byPlace(`pyautogui.scroll(${gesture.amount}, x=${gesture.x}, y=${gesture.y})`);
      return byAct({ scroll: gesture.amount, over }, elements, screen);
    }
    case 'type':
      return byAct({ type: gesture.text }, elements, screen);
    case 'keys': {
      const [key = ''] = gesture.keys;
      return byAct(gesture.keys.length === 1 ? { press: key } : { hotkey: gesture.keys }, elements, screen);
    }
  }
}

const clickKinds = { left: 'click', right: 'right-click' } as const;

function clickStep(gesture: Clicked, elements: readonly ScreenElement[], screen: PictureSize): GestureStep {
  const { x, y, button } = gesture;
  const locator = button === 'middle' ? null : locatorAt(elements, x, y);
  if (locator === null || button === 'middle')
    return byPlace(`pyautogui.click(${x}, ${y}${button === 'left' ? '' : `, button='${button}'`})`);
  return byAct(button === 'left' ? { click: locator } : { 'right-click': locator }, elements, screen);
}

function locatorAt(elements: readonly ScreenElement[], x: number, y: number) {
  const element = elementAt(elements, x, y);
  return element === null ? null : makeLocator(elements, element);
}

function byAct(act: Act, elements: readonly ScreenElement[], { width, height }: PictureSize): GestureStep {
  const made = actCode(act, { elements, width, height });
  if ('missing' in made) throw new Error(`The ${made.missing} disappeared.`);
  return { step: act, code: withImports(made.code), isByPlace: false };
}

/** The step omits the imports, because the reference's player adds them. */
function byPlace(code: string): GestureStep {
  return { step: { python: code }, code: withImports(code), isByPlace: true };
}

const withImports = (code: string): string => `import time\nimport pyautogui\n${code}`;

/** Turns the last step into a double or triple click; null if it isn't a click that can be merged. */
export function clickedAgain(last: ScriptStep | undefined, { button, count }: Clicked): ScriptStep | null {
  if (last === undefined || last.violates === true || button !== 'left') return null;
  const locator = clickedLocator(last);
  if (locator !== null) return count === 2 ? { 'double-click': locator } : { 'triple-click': locator };
  if (!('python' in last)) return null;
  const again = count === 2 ? 'doubleClick' : 'tripleClick';
  return /pyautogui\.(click|doubleClick)\(/.test(last.python)
    ? { python: last.python.replace(/pyautogui\.(click|doubleClick)\(/, `pyautogui.${again}(`) }
    : null;
}

function clickedLocator(step: ScriptStep) {
  if (clickKinds.left in step) return step.click;
  return 'double-click' in step ? step['double-click'] : null;
}

/** Merges two steps if possible: typed text, repeated keys, or scrolling over the same element. Otherwise null. */
export function joined(last: ScriptStep | undefined, next: ScriptStep): ScriptStep | null {
  if (last === undefined || last.violates === true) return null;
  if ('type' in last && 'type' in next) return { type: `${last.type}${next.type}` };
  if ('press' in last && 'press' in next && last.press === next.press && (last.times ?? 1) < 50)
    return { press: last.press, times: (last.times ?? 1) + 1 };
  if ('scroll' in last && 'scroll' in next && JSON.stringify(last.over) === JSON.stringify(next.over))
    return { scroll: last.scroll + next.scroll, over: last.over };
  return null;
}
