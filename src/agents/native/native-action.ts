import { pythonLiteral } from '../computer-13.ts';
import type { ComputerPicture } from '../models/wire/computer.ts';

export interface ModelPicture extends ComputerPicture {
  /** Screen pixels per pixel of the picture. */
  scale: { x: number; y: number };
}

export type Point = readonly [x: number, y: number];
export type Button = 'left' | 'right' | 'middle';

export type NativeAction =
  | { kind: 'click'; button: Button; at: Point | null; count: 1 | 2 | 3; holding: readonly string[] }
  | { kind: 'move'; at: Point }
  | { kind: 'press-button'; button: Button; at: Point | null }
  | { kind: 'release-button'; button: Button; at: Point | null }
  | { kind: 'press-key'; key: string }
  | { kind: 'release-key'; key: string }
  | { kind: 'drag'; path: readonly Point[]; holding: readonly string[] }
  | { kind: 'drag-from-here'; to: Point; holding: readonly string[] }
  /** Notches; positive values scroll down and right. */
  | { kind: 'scroll'; at: Point | null; down: number; right: number; holding: readonly string[] }
  | { kind: 'type'; text: string }
  | { kind: 'keys'; keys: readonly string[] }
  | { kind: 'hold-keys'; keys: readonly string[]; seconds: number }
  | { kind: 'wait'; seconds: number }
  /** Does nothing: the screen is shown after every action anyway. */
  | { kind: 'look' };

type Click = Extract<NativeAction, { kind: 'click' }>;

export const clicksByName: ReadonlyMap<string, Pick<Click, 'button' | 'count'>> = new Map([
  ['left_click', { button: 'left', count: 1 }],
  ['right_click', { button: 'right', count: 1 }],
  ['middle_click', { button: 'middle', count: 1 }],
  ['double_click', { button: 'left', count: 2 }],
  ['triple_click', { button: 'left', count: 3 }],
]);

const longestWait = 10;

/** The pyautogui code of an action, or `WAIT` if it only waits or observes. */
export function nativeCode(action: NativeAction): string {
  switch (action.kind) {
    case 'click': {
      const where = action.at === null ? '' : `${action.at[0]}, ${action.at[1]}, `;
      return holding(action.holding, `pyautogui.click(${where}clicks=${action.count}, button='${action.button}')`);
    }
    case 'move':
      return `pyautogui.moveTo(${action.at[0]}, ${action.at[1]})`;
    case 'press-button':
      return `${moved(action.at)}pyautogui.mouseDown(button='${action.button}')`;
    case 'release-button':
      return `${moved(action.at)}pyautogui.mouseUp(button='${action.button}')`;
    case 'press-key':
      return `pyautogui.keyDown(${pythonLiteral(action.key)})`;
    case 'release-key':
      return `pyautogui.keyUp(${pythonLiteral(action.key)})`;
    case 'drag': {
      const [first, ...rest] = action.path;
      if (first === undefined) return 'WAIT';
      const moves = rest.map(([x, y]) => `pyautogui.moveTo(${x}, ${y}, duration=0.2)\n`).join('');
      return moved(first) + holding(action.holding, `pyautogui.mouseDown()\n${moves}pyautogui.mouseUp()`);
    }
    case 'drag-from-here':
      return holding(action.holding, `pyautogui.dragTo(${action.to[0]}, ${action.to[1]}, duration=0.5, button='left')`);
    case 'scroll': {
      const lines = [
        ...(action.down === 0 ? [] : [`pyautogui.scroll(${-action.down})`]),
        ...(action.right === 0 ? [] : [`pyautogui.hscroll(${action.right})`]),
      ];
      return lines.length === 0 ? 'WAIT' : moved(action.at) + holding(action.holding, lines.join('\n'));
    }
    case 'type':
      return `pyautogui.write(${pythonLiteral(action.text)})`;
    case 'keys':
      return `pyautogui.hotkey(${action.keys.map(pythonLiteral).join(', ')})`;
    case 'hold-keys':
      return holding(action.keys, `time.sleep(${Math.min(longestWait, action.seconds)})`, 'import time\n');
    case 'wait':
      return `import time\ntime.sleep(${Math.max(0, Math.min(longestWait, action.seconds))})`;
    case 'look':
      return 'WAIT';
    default:
      return action satisfies never;
  }
}

function moved(at: Point | null): string {
  return at === null ? '' : `pyautogui.moveTo(${at[0]}, ${at[1]})\n`;
}

function holding(keys: readonly string[], code: string, before = ''): string {
  const down = keys.map((key) => `pyautogui.keyDown(${pythonLiteral(key)})\n`).join('');
  const up = [...keys]
    .reverse()
    .map((key) => `\npyautogui.keyUp(${pythonLiteral(key)})`)
    .join('');
  return before + down + code + up;
}
