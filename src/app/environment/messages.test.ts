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

  it.each([
    [{ action: 'fly' }, 'no action'],
    [{ action: 'left_click', coordinate: [1921, 2] }, 'x is from 0 to 1919'],
    [{ coordinate: [1, 2] }, 'actions'],
    [{ action: 'left_click', coordinates: [1, 2] }, 'Did you mean'],
    [{ action: 'left_click', x: 1, y: 2 }, 'has no field'],
    [{ action: 'scroll', scroll_direction: 'down', scroll_amount: 0 }, 'would do nothing'],
    [{ action: 'type', text: '' }, 'would do nothing'],
  ])('the environment server refuses the action %j', (actions, message) => {
    expect(() => actionOf({ actions }, screen)).toThrow(message);
  });
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
