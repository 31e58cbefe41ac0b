import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { desktopTools } from './desktop-tools.ts';

const everything = { picture: true, tree: true };
const tools = [...desktopTools('gui+files', everything), ...desktopTools('gui+shell', everything)];
const code = (name: string, input: unknown, picture = { width: 1920, height: 1080 }) =>
  tools.find((tool) => tool.name === name)?.code(input, picture);

describe('MCP tools of the desktop', () => {
  it.each([
    ['click', { x: '640', y: ' 360 ' }, "pyautogui.click(640, 360, clicks=1, button='left')"],
    ['click', {}, "pyautogui.click(clicks=1, button='left')"],
    ['click', { x: 1919, y: 1079, hold: 'ctrl' }, expect.stringMatching(/keyDown\("ctrl"\)\n.*click\(1919, 1079/)],
    ['click', { x: 10.4, y: 20.6 }, "pyautogui.click(10, 21, clicks=1, button='left')"],
    // Waits no time, but shows the screen again.
    ['wait', { seconds: 0 }, 'import time\ntime.sleep(0)'],
    ['click', { x: null, y: null, button: null }, "pyautogui.click(clicks=1, button='left')"],
    ['drag', { to_x: 3, to_y: 4 }, "pyautogui.dragTo(3, 4, duration=0.5, button='left')"],
    ['scroll', { down: '3' }, 'pyautogui.scroll(-3)'],
    ['press_keys', { keys: 'Down Down' }, 'pyautogui.hotkey("down")\npyautogui.hotkey("down")'],
    ['press_keys', { keys: 'eacute' }, 'pyautogui.hotkey("\\u00e9")'],
  ])('the MCP tool %s translates %j to code', (name, input, expected) => {
    expect(code(name, input)).toEqual(expected);
  });
  it.each([
    // Anthropic's computer tool.
    ['click', { coordinate: [100, 200] }, { x: 100, y: 200 }],
    ['click', { coordinate: [100, 200], text: 'shift' }, { x: 100, y: 200, hold: 'shift' }],
    ['drag', { start_coordinate: [1, 2], coordinate: [3, 4] }, { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }],
    ['scroll', { coordinate: [5, 6], scroll_direction: 'down', scroll_amount: 4 }, { x: 5, y: 6, down: 4 }],
    ['press_keys', { text: 'ctrl+s' }, { keys: 'ctrl+s' }],
    ['wait', { duration: 2 }, { seconds: 2 }],
    // OpenAI's.
    ['click', { x: 1, y: 2, button: 'wheel', keys: ['CTRL'] }, { x: 1, y: 2, button: 'middle', hold: 'ctrl' }],
    ['click', { x: 1, y: 2, keys: [] }, { x: 1, y: 2 }],
    ['scroll', { x: 1, y: 2, scroll_x: 0, scroll_y: 300 }, { x: 1, y: 2, down: 3 }],
    ['press_keys', { keys: ['CTRL', 'SHIFT', 'T'] }, { keys: 'ctrl+shift+t' }],
    [
      'drag',
      {
        path: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      { from_x: 1, from_y: 2, to_x: 3, to_y: 4 },
    ],
    // Google's, computer_13's, Playwright's.
    ['drag', { x: 1, y: 2, destination_x: 3, destination_y: 4 }, { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }],
    ['drag', { x: 3, y: 4 }, { to_x: 3, to_y: 4 }],
    ['drag', { startX: 1, startY: 2, endX: 3, endY: 4 }, { from_x: 1, from_y: 2, to_x: 3, to_y: 4 }],
    ['scroll', { direction: 'up' }, { down: -3 }],
    ['scroll', { direction: 'left', amount: '2' }, { right: -2 }],
    ['scroll', { up: 2 }, { down: -2 }],
    ['scroll', { deltaX: -150, deltaY: 0 }, { right: -2 }],
    ['click', { coordinate: '(7, 8)', num_clicks: 2 }, { x: 7, y: 8, count: 2 }],
    ['click', { position: { x: 7, y: 8 }, button: 'RIGHT' }, { x: 7, y: 8, button: 'right' }],
    ['press_keys', { key: 'Return' }, { keys: 'Return' }],
    ['press_keys', { keys: ['ctrl', ' '] }, { keys: 'ctrl+space' }],
    ['press_keys', { keys: ['Page Down'] }, { keys: 'Page_Down' }],
    ['type_text', { content: 'a' }, { text: 'a' }],
    ['write_file', { file_path: 'a', file_text: 'b' }, { path: 'a', content: 'b' }],
    ['run_command', { cmd: 'id' }, { command: 'id' }],
    ['list_folder', { directory: '/tmp' }, { path: '/tmp' }],
  ])('the MCP tool %s understands %j of another tool', (name, input, own) => {
    expect(code(name, input)).toBe(code(name, own));
  });
  it.each([
    ['click', { x: 3000, y: 5 }, 'outside of the picture'],
    ['click', { x: 1e30, y: 5 }, 'outside of the picture'],
    ['click', { x: -1, y: 5 }, 'outside of the picture'],
    ['click', { x: 5 }, 'x, y go together'],
    ['move_mouse', { x: 5, y: 1081 }, 'outside of the picture'],
    ['drag', { from_x: 1, from_y: 1, to_x: 1, to_y: 2000 }, 'to_x, to_y'],
    ['click', { y: 1 }, 'x, y go together'],
    ['click', { x: null, y: 1 }, 'x, y go together'],
    ['click', { x: 99_999, y: -7 }, 'outside of the picture'],
    ['click', { x: 1920, y: 5 }, 'x is from 0 to 1919'],
    ['click', { coordinate: [5, 1080] }, 'y from 0 to 1079'],
    ['click', { x: 'left', y: 5 }, 'x must be a number; it is "left"'],
    ['click', { x: Number.NaN, y: 5 }, 'x must be a number'],
    ['click', { x: 'NaN', y: 5 }, 'x must be a number'],
    ['click', { x: Number.POSITIVE_INFINITY, y: 5 }, 'x must be a number'],
    ['click', { x: [5], y: 5 }, 'x must be a number'],
    ['click', { x: true, y: 5 }, 'x must be a number'],
    ['click', { coordinate: [] }, 'coordinate must be two numbers, [x, y]; it is []'],
    ['click', { coordinate: [1] }, 'coordinate must be two numbers'],
    ['click', { coordinate: [1, 2, 3] }, 'coordinate must be two numbers'],
    ['click', { coordinate: ['a', 'b'] }, 'x must be a number'],
    ['click', { coordinate: [1, 2], x: 3, y: 4 }, 'mean the same'],
    ['click', { cordinate: [1, 2] }, 'click has no field "cordinate". Did you mean "coordinate"? Its fields: x, y,'],
    ['click', { x: 1, y: 2, buton: 'left' }, 'Did you mean "button"?'],
    ['click', { x: 1, y: 2, element: 'OK' }, 'click has no field "element"'],
    ['click', { x: 1, y: 2, button: 'back' }, 'button must be one of left, right, middle; it is "back"'],
    ['click', { x: 1, y: 2, count: 0 }, 'count must be 1 or more'],
    ['click', { x: 1, y: 2, count: 1.5 }, 'count must be a whole number'],
    ['click', { x: 1, y: 2, hold: 'nosuchkey' }, 'There is no key'],
    ['click', { __proto__: null, constructor: 1 }, 'click has no field "constructor"'],
    ['click', [], 'the input must be an object'],
    ['click', 'x', 'the input must be an object'],
    ['move_mouse', {}, 'x is missing'],
    ['move_mouse', { x: 5 }, 'y is missing'],
    ['drag', {}, 'to_x is missing'],
    ['drag', { to_x: 1 }, 'to_y is missing'],
    ['drag', { from_x: 1, from_y: 1 }, 'to_x is missing'],
    ['drag', { from_x: 1, to_x: 1, to_y: 1 }, 'from_x, from_y go together'],
    ['drag', { coordinate: [1, 2], x: 3, y: 4 }, 'given twice'],
    ['drag', { path: [] }, 'path must be a list of two points'],
    ['drag', { path: [[1, 2]] }, 'path must be a list of two points'],
    [
      'drag',
      {
        path: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      },
      'path must be a list of two points',
    ],
    ['scroll', {}, 'down or right must be given'],
    ['scroll', { down: 0 }, 'other than 0'],
    ['scroll', { direction: 'down', amount: 0 }, 'other than 0'],
    ['scroll', { scroll_x: 0, scroll_y: 0 }, 'other than 0'],
    ['scroll', { direction: 'sideways' }, 'direction must be up, down, left or right'],
    ['scroll', { direction: 'down', amount: -2 }, 'amount must be 0 or more'],
    ['scroll', { amount: 3 }, 'direction must be up, down, left or right; it is missing'],
    ['scroll', { direction: 'down', down: 2 }, 'give down or right, or direction and amount'],
    ['scroll', { up: 2, down: 2 }, 'not both'],
    ['scroll', { y: 5, down: 2 }, 'x, y go together'],
    ['scroll', { down: 1.5 }, 'down must be a whole number'],
    ['scroll', { down: 200_000 }, 'down must be 1000 or less'],
    ['type_text', {}, 'text is missing'],
    ['type_text', { text: '' }, 'text must not be empty'],
    ['type_text', { text: 5 }, 'text must be a text'],
    ['press_keys', { keys: [] }, 'keys must not be empty'],
    ['press_keys', { keys: '  ' }, 'No key is named'],
    ['press_keys', { keys: [5] }, 'keys must be a text'],
    ['press_keys', { keys: ['Down', 'Down'] }, 'held together'],
    ['press_keys', { keys: 'Retrn' }, 'Did you mean "return"?'],
    ['wait', { seconds: -1 }, 'seconds must be 0 or more'],
    ['wait', { seconds: 60 }, 'seconds must be 10 or less'],
    ['screenshot', { region: [0, 0, 5, 5] }, 'screenshot has no field "region". It has none.'],
    ['read_file', { path: '' }, 'path must not be empty'],
    ['run_command', { command: '' }, 'command must not be empty'],
    ['run_command', { restart: true }, 'run_command has no field "restart"'],
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
      properties: {
        x: { type: 'number' },
        button: { enum: ['left', 'right', 'middle'] },
        count: { type: 'integer', minimum: 1, maximum: 3 },
      },
    });
  });
});
