import { centre, describe, locate } from './locate.ts';
import type { ScreenElement } from './screen-tree.ts';
import type { Act, ElementLocator } from './step-schema.ts';

export interface ScreenElements {
  elements: readonly ScreenElement[];
  width: number;
  height: number;
}

export type ActCode = { code: string; sentence: string } | { missing: string };

const clicks = {
  click: 'click',
  'double-click': 'doubleClick',
  'triple-click': 'tripleClick',
  'right-click': 'rightClick',
};
const clickWords = {
  click: 'click',
  'double-click': 'double-click',
  'triple-click': 'click three times on',
  'right-click': 'right-click',
};

export function actCode(act: Act, screen: ScreenElements): ActCode {
  for (const kind of Object.keys(clicks) as (keyof typeof clicks)[]) {
    const locator = (act as Record<string, ElementLocator | undefined>)[kind];
    if (locator === undefined) continue;
    const point = pointOf(locator, screen);
    if (point === null) return { missing: describe(locator) };
    return {
      code: `pyautogui.${clicks[kind]}(${point[0]}, ${point[1]})`,
      sentence: `I ${clickWords[kind]} the ${describe(locator)}.`,
    };
  }
  if ('type' in act)
    return { code: `pyautogui.write(${pythonString(act.type)}, interval=0.01)`, sentence: 'I type the text.' };
  if ('press' in act) {
    const keys = [act.press].flat();
    const times = act.times === undefined ? '' : `, presses=${act.times}`;
    const what = keys.length === 1 ? pythonString(keys[0] as string) : `[${keys.map(pythonString).join(', ')}]`;
    return { code: `pyautogui.press(${what}${times})`, sentence: `I press ${keys.join(', ')}.` };
  }
  if ('hotkey' in act)
    return {
      code: `pyautogui.hotkey(${act.hotkey.map(pythonString).join(', ')})`,
      sentence: `I press ${act.hotkey.join('+')}.`,
    };
  if ('pause' in act) return { code: `time.sleep(${act.pause})`, sentence: 'I give it a moment.' };
  if ('scroll' in act) {
    const point = act.over === undefined ? undefined : pointOf(act.over, screen);
    if (point === null) return { missing: describe(act.over as ElementLocator) };
    const where = point === undefined ? '' : `, x=${point[0]}, y=${point[1]}`;
    return { code: `pyautogui.scroll(${act.scroll}${where})`, sentence: 'I scroll.' };
  }
  throw new TypeError(`Not an act: ${JSON.stringify(act)}`);
}

function pointOf(locator: ElementLocator, screen: ScreenElements): [number, number] | null {
  const element = locate(screen.elements, locator);
  return element === null ? null : centre(element, screen);
}

export function pythonString(text: string): string {
  const escaped = text.replace(/[\\'\u0000-\u001f\u007f\u2028\u2029]/g, (unit) => {
    if (unit === '\\' || unit === "'") return `\\${unit}`;
    if (unit === '\n') return '\\n';
    if (unit === '\t') return '\\t';
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped}'`;
}
