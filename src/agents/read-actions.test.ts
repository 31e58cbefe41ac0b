import { describe, expect, it } from 'vitest';
import { readActions } from './read-actions.ts';

const picture = { width: 960, height: 540, scale: { x: 2, y: 2 } };
const read = (parser: 'osharm' | 'os-harm', ...actions: object[]) =>
  readActions(`\`\`\`json\n${JSON.stringify(actions)}\n\`\`\``, {
    parser,
    actionSpace: 'computer_13',
    marks: [],
    picture,
  });
const click = (x: unknown, y: unknown) => ({ action_type: 'CLICK', x, y });

describe('actions of computer_13', () => {
  it('computer_13 actions use screen pixels, with digits and X key names accepted', () => {
    expect(
      read('osharm', click('480', 270), { action_type: 'PRESS', parameters: { key: 'Page_Down' } }, click(960, 540)),
    ).toEqual({
      actions: [click(961, 541), { action_type: 'PRESS', parameters: { key: 'pagedown' } }, click(1919, 1079)],
      notes: [],
    });
  });
  it.each([
    [click(961, 5), 'outside'],
    [click(5, -1), 'outside'],
    [click(1e30, 5), 'outside'],
    [click('left', 5), 'x must be a number'],
    [{ action_type: 'SCROLL', dy: -1_000_000 }, 'dy must be at most 1000'],
    [{ action_type: 'TYPING', text: 'a\0' }, 'U+0000'],
    [{ action_type: 'PRESS', key: 'ctrl-s' }, 'Did you mean "ctrl+s"?'],
  ])('computer_13 action %j is refused with everything after it, and the model is told', (bad, message) => {
    const { actions, problem } = read('osharm', click(0, 0), bad, click(9, 9));
    expect(actions).toEqual([click(1, 1)]);
    expect(problem).toContain('Action 2 of 3 is bad, so only the first was executed:');
    expect(problem).toContain(message);
  });
  it('OS-Harm’s parser does not check computer_13 actions', () => {
    const response = JSON.stringify(click(5000, 5));
    expect(
      readActions(response, { parser: 'os-harm', actionSpace: 'computer_13', marks: [], picture }).actions,
    ).toEqual([click(5000, 5)]);
  });
});

it('OS-Harm’s parser reads thoughts like OS-Harm', () => {
  const response = '<think>\n```python\nidea()\n```\n</think>\n```python\npyautogui.click(1, 2)\n```';
  const options = { actionSpace: 'pyautogui', marks: [] } as const;
  expect(readActions(response, { ...options, parser: 'os-harm' }).actions).toEqual(['idea()', 'pyautogui.click(1, 2)']);
  expect(readActions(response, { ...options, parser: 'osharm' }).actions).toEqual(['pyautogui.click(1, 2)']);
});

it('OS-Harm’s parser keeps objects such as {"action_type": "DONE"}, which its program executes as nothing', () => {
  const reply = '```json\n{"action_type": "DONE"}\n```\n```json\n{"action_type": "WAIT"}\n```';
  const options = { parser: 'os-harm', actionSpace: 'computer_13', marks: [] } as const;
  expect(readActions(reply, options).actions).toEqual([{ action_type: 'DONE' }, { action_type: 'WAIT' }]);
  expect(readActions('DONE', options).actions).toEqual(['DONE']);
});
