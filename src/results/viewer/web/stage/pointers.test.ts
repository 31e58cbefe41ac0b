import { describe, expect, it } from 'vitest';
import { pointersOf } from './pointers.ts';

describe('pointersOf', () => {
  it.each([
    ['pyautogui.click(10, 20)', [{ kind: 'click', x: 10, y: 20, button: 'left', times: 1 }]],
    [`pyautogui.click(${'9'.repeat(400)}, 1)`, [{ kind: 'click', x: 1e6, y: 1, button: 'left', times: 1 }]],
    ["pyautogui.click(x=10.5, y=20, button='right')", [{ kind: 'click', x: 10.5, y: 20, button: 'right', times: 1 }]],
    ['pyautogui.doubleClick(1, 2)', [{ kind: 'click', x: 1, y: 2, button: 'left', times: 2 }]],
    ['pyautogui.click(1, 2, clicks=3)', [{ kind: 'click', x: 1, y: 2, button: 'left', times: 3 }]],
    [
      'pyautogui.moveTo(1, 2)\npyautogui.dragTo(30, 40, duration=1, button="left")',
      [
        { kind: 'move', x: 1, y: 2 },
        { kind: 'drag', x: 1, y: 2, toX: 30, toY: 40 },
      ],
    ],
    [
      'pyautogui.moveTo(5, 5); pyautogui.dragRel(10, -2)',
      [
        { kind: 'move', x: 5, y: 5 },
        { kind: 'drag', x: 5, y: 5, toX: 15, toY: 3 },
      ],
    ],
    ["pyautogui.write('click(3, 4)', interval=0.01)", [{ kind: 'keys', text: 'click(3, 4)' }]],
    ["pyautogui.write('it\\'s\\n \\\\ \\q')", [{ kind: 'keys', text: "it's\n \\ \\q" }]],
    ["pyautogui.hotkey('ctrl', 'alt', 't')", [{ kind: 'keys', text: 'ctrl+alt+t' }]],
    [
      { action_type: 'CLICK', parameters: { x: 3, y: 4, button: 'right' } },
      [{ kind: 'click', x: 3, y: 4, button: 'right', times: 1 }],
    ],
    [{ action_type: 'TYPING', parameters: { text: 'hi' } }, [{ kind: 'keys', text: 'hi' }]],
    ['pyautogui.click(random_x, 7)', []],
    ['DONE', []],
    [null, []],
  ])('pointersOf reads %j', (action, pointers) => {
    expect(pointersOf(action)).toEqual(pointers);
  });
});
