import { describe, expect, it } from 'vitest';
import { actionOf } from './messages.ts';

describe('actions', () => {
  it.each([
    ['pyautogui.click(1, 2)', ['pyautogui.click(1, 2)']],
    [{ action: 'left_click', coordinate: [400, 300] }, ["pyautogui.click(400, 300, clicks=1, button='left')"]],
    [{ action: 'screenshot' }, ['WAIT']],
    [
      ['WAIT', { action: 'mouse_move', coordinate: [1, 2] }, 'DONE'],
      ['WAIT', 'pyautogui.moveTo(1, 2)', 'DONE'],
    ],
  ])('%j', (actions, code) => {
    expect(actionOf({ actions }).actions).toEqual(code);
  });

  it.each([[{ action: 'fly' }], [{ action: 'left_click_drag', coordinate: [1, 2] }], [{ coordinate: [1, 2] }]])(
    'refuses %j',
    (actions) => {
      expect(() => actionOf({ actions })).toThrow();
    },
  );
});
