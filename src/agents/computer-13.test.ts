import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computer13Code, pythonLiteral } from './computer-13.ts';

describe('computer_13', () => {
  it.each([
    [{ action_type: 'CLICK' }, 'pyautogui.click()'],
    [
      { action_type: 'CLICK', parameters: { x: 1, y: 2, button: 'right', num_clicks: 2 } },
      'pyautogui.click(button="right", x=1, y=2, clicks=2)',
    ],
    [{ action_type: 'MOVE_TO', x: 5, y: 6 }, 'pyautogui.moveTo(5, 6, 0.500, pyautogui.easeInQuad)'],
    [{ action_type: 'SCROLL', dx: 1, dy: -3 }, 'pyautogui.hscroll(1)\npyautogui.scroll(-3)'],
    [{ action_type: 'TYPING', text: 'a"é😀\n' }, 'pyautogui.typewrite("a\\"\\u00e9\\U0001f600\\n")'],
    [{ action_type: 'HOTKEY', keys: ['CTRL', 'A'] }, 'pyautogui.hotkey("ctrl", "A")'],
    [{ action_type: 'DRAG_TO', x: 1, y: 2 }, "pyautogui.dragTo(1, 2, duration=1.0, button='left', mouseDownUp=True)"],
    [{ action_type: 'MOUSE_DOWN', button: 'left' }, 'pyautogui.mouseDown(button="left")'],
  ])('the computer_13 action %j becomes pyautogui code', (action, code) => {
    expect(computer13Code(action, () => 0)).toBe(code);
  });

  it.each([
    [{ action_type: 'KEY', key: 'a' }],
    [{ action_type: 'toString' }],
    [{ action_type: 'CLICK', x: 1 }],
    [{ action_type: 'CLICK', button: 'x"); import os' }],
    [{ action_type: 'PRESS', key: 'nothing' }],
    [{ action_type: 'SCROLL' }],
    [{}],
  ])('the computer_13 action %j is refused', (action) => {
    expect(() => computer13Code(action)).toThrow(expect.objectContaining({ code: 'action-invalid' }));
  });

  it('computer_13 writes any text as one ASCII constant of Python', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(pythonLiteral(text)).toMatch(
          /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\(?:["\\bfnrt]|u[0-9a-f]{4}|U[0-9a-f]{8}))*"$/,
        );
      }),
    );
  });
});
