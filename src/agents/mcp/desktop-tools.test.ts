import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { desktopTools } from './desktop-tools.ts';

const tools = desktopTools('gui', { picture: true, tree: true });
const code = (name: string, input: Record<string, unknown>, picture = { width: 1920, height: 1080 }) =>
  tools.find((tool) => tool.name === name)?.code(input, picture);

describe('MCP tools of the desktop', () => {
  it.each([
    ['click', { x: '640', y: ' 360 ' }, "pyautogui.click(640, 360, clicks=1, button='left')"],
    ['click', {}, "pyautogui.click(clicks=1, button='left')"],
    ['click', { x: 1920, y: 1080 }, "pyautogui.click(1919, 1079, clicks=1, button='left')"],
    ['drag', { to_x: 3, to_y: 4 }, "pyautogui.dragTo(3, 4, duration=0.5, button='left')"],
    ['scroll', { down: '3' }, 'pyautogui.scroll(-3)'],
    ['press_keys', { keys: 'Down Down' }, 'pyautogui.hotkey("down")\npyautogui.hotkey("down")'],
    ['press_keys', { keys: 'eacute' }, 'pyautogui.hotkey("\\u00e9")'],
  ])('the MCP tool %s translates %j to code', (name, input, expected) => {
    expect(code(name, input)).toBe(expected);
  });
  it.each([
    ['click', { x: 3000, y: 5 }, 'outside of the picture'],
    ['click', { x: 1e30, y: 5 }, 'outside of the picture'],
    ['click', { x: -1, y: 5 }, 'outside of the picture'],
    ['click', { x: 5 }, 'x, y go together'],
    ['move_mouse', { x: 5, y: 1081 }, 'outside of the picture'],
    ['drag', { from_x: 1, from_y: 1, to_x: 1, to_y: 2000 }, 'to_x, to_y'],
    ['click', { x: 'left', y: 5 }, '"x"'],
    ['scroll', { down: 200_000 }, '"down"'],
    ['scroll', { x: 5, y: 5 }, 'down or right'],
    ['type_text', { text: 'a\0' }, 'U+0000'],
    ['type_text', { text: '\udc00' }, 'U+DC00'],
    ['type_text', { text: 'x'.repeat(100_000) }, 'at most 10000'],
    ['press_keys', { keys: 'ctrl-s' }, 'Did you mean "ctrl+s"?'],
  ])('the MCP tool %s refuses %j', (name, input, message) => {
    expect(() => code(name, input)).toThrow(message);
  });
  it('MCP coordinates are bounded by the picture that was shown', () => {
    expect(() => code('click', { x: 1000, y: 5 }, { width: 960, height: 540 })).toThrow('x is from 0 to 959');
  });
  it('the MCP schema declares coordinates as numbers', () => {
    const click = tools.find(({ name }) => name === 'click');
    expect(z.toJSONSchema(click?.parameters ?? z.object(), { io: 'input' })).toMatchObject({
      properties: { x: { type: 'number' }, count: { type: 'integer', minimum: 1, maximum: 3 } },
    });
  });
});
