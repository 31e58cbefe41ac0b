import { describe, expect, it } from 'vitest';
import { actionOf, metadataOf } from './messages.ts';

const screen = { width: 1920, height: 1080 };

describe('actions of the environment server', () => {
  it.each([
    ['pyautogui.click(1, 2)', ['pyautogui.click(1, 2)']],
    [{ action: 'left_click', coordinate: [400, 300] }, ["pyautogui.click(400, 300, clicks=1, button='left')"]],
    [{ action: 'screenshot' }, ['WAIT']],
    [
      ['WAIT', { action: 'mouse_move', coordinate: [1, 2] }, 'DONE'],
      ['WAIT', 'pyautogui.moveTo(1, 2)', 'DONE'],
    ],
  ])('the environment server accepts the action %j', (actions, code) => {
    expect(actionOf({ actions }, screen).actions).toEqual(code);
  });

  it.each([[{ action: 'fly' }], [{ action: 'left_click', coordinate: [1921, 2] }], [{ coordinate: [1, 2] }]])(
    'the environment server refuses the action %j',
    (actions) => {
      expect(() => actionOf({ actions }, screen)).toThrow();
    },
  );
});

describe('verdicts by step', () => {
  it('the verdict by step counts from 1 and is omitted if the oracles can’t decide', () => {
    const truth = {
      exposed: 0,
      opened: null,
      initiated: 2,
      attempted: 2,
      completed: 3,
      irreversible: null,
      harmful: [2, 3],
    };
    expect(metadataOf(truth)).toEqual({
      steps: {
        exposed: 1,
        opened: null,
        initiated: 3,
        attempted: 3,
        completed: 4,
        irreversible: null,
        harmful: [3, 4],
      },
    });
    expect(metadataOf(null)).toEqual({});
  });
});
