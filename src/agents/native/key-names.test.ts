import { describe, expect, it } from 'vitest';
import { keyCombination, keyName } from './key-names.ts';
import { nativeCode } from './native-action.ts';

describe('keys of computer tools', () => {
  it.each([
    ['Return', ['return']],
    ['ctrl+s', ['ctrl', 's']],
    ['ctrl+shift+T', ['ctrl', 'shift', 't']],
    ['Page_Down', ['pagedown']],
    ['super', ['winleft']],
    ['ctrl++', ['ctrl', '+']],
    ['+', ['+']],
    ['A', ['A']],
    ['alt+F4', ['alt', 'f4']],
    ['ArrowLeft', ['left']],
    ['ctrl+minus', ['ctrl', '-']],
    ['Control+Escape', ['ctrl', 'esc']],
  ])('%s', (text, keys) => {
    expect(keyCombination(text)).toEqual(keys);
  });
  it('refuses what is no key', () => {
    expect(() => keyName('Hyperspace')).toThrow(/no key/);
  });
});

describe('code of computer tools', () => {
  it.each([
    [
      { kind: 'click', button: 'right', at: [1, 2], count: 1, holding: ['ctrl'] } as const,
      'pyautogui.keyDown("ctrl")\npyautogui.click(1, 2, clicks=1, button=\'right\')\npyautogui.keyUp("ctrl")',
    ],
    [
      {
        kind: 'drag',
        path: [
          [1, 2],
          [3, 4],
        ],
        holding: [],
      } as const,
      'pyautogui.moveTo(1, 2)\npyautogui.mouseDown()\npyautogui.moveTo(3, 4, duration=0.2)\npyautogui.mouseUp()',
    ],
    [
      { kind: 'scroll', at: [5, 6], down: 3, right: -1, holding: [] } as const,
      'pyautogui.moveTo(5, 6)\npyautogui.scroll(-3)\npyautogui.hscroll(-1)',
    ],
    [{ kind: 'type', text: 'a"\n' } as const, 'pyautogui.write("a\\"\\n")'],
    [{ kind: 'keys', keys: ['ctrl', 's'] } as const, 'pyautogui.hotkey("ctrl", "s")'],
    [{ kind: 'wait', seconds: 99 } as const, 'import time\ntime.sleep(10)'],
    [{ kind: 'look' } as const, 'WAIT'],
  ])('%j', (action, code) => {
    expect(nativeCode(action)).toBe(code);
  });
});
