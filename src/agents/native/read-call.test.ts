import { describe, expect, it } from 'vitest';
import type { ComputerCall } from '../models/wire/computer.ts';
import type { ComputerTool } from '../models/wire/computer-tools.ts';
import { type ModelPicture, nativeCode } from './native-action.ts';
import { readNativeCalls } from './read-call.ts';

const pictureOf = (width: number, height: number, scale = 1): ModelPicture => ({
  png: Buffer.from('picture'),
  width,
  height,
  scale: { x: scale, y: scale },
});
const hd = pictureOf(1920, 1080);
const call = (input: unknown, name = 'computer'): ComputerCall => ({ id: 'a', name, input, safetyChecks: [] });
const read = (tool: ComputerTool, calls: ComputerCall[], picture = hd) =>
  readNativeCalls(tool, calls, picture).map(({ actions, problem }) => ({ code: actions.map(nativeCode), problem }));
const anthropic = (input: unknown, picture = hd) => read('computer_20251124', [call(input)], picture)[0];
const openai = (...actions: unknown[]) => read('computer', [call({ actions })])[0];
const google = (name: string, args: unknown) => read('environment_desktop', [call(args, name)])[0];

/** A click at a point, in each provider's words; coordinates are the largest of the tool's grid in shares. */
const clickers: Record<string, (x: unknown, y: unknown) => ReturnType<typeof anthropic>> = {
  Anthropic: (x, y) => anthropic({ action: 'left_click', coordinate: [x, y] }),
  'OpenAI’s computer': (x, y) => openai({ type: 'click', button: 'left', x, y }),
  'OpenAI’s preview': (x, y) =>
    read('computer_use_preview', [call({ actions: [{ type: 'click', button: 'left', x, y }] })])[0],
  'Google’s desktop': (x, y) => google('click', { x, y }),
  'Google’s browser': (x, y) => read('environment_browser', [call({ x, y }, 'click_at')])[0],
};
const clicked = (x: number, y: number) => ({
  code: [`pyautogui.click(${x}, ${y}, clicks=1, button='left')`],
  problem: null,
});

describe.each(Object.entries(clickers))('a point of %s', (provider, click) => {
  const [width, height] = provider.startsWith('Google') ? [1000, 1000] : [1920, 1080];
  it('a coordinate at the end of the grid is the last pixel', () => {
    expect(click(width, height)).toEqual(clicked(1919, 1079));
    expect(click(0, 0)).toEqual(clicked(0, 0));
    expect(click(-0, 0)).toEqual(clicked(0, 0));
  });
  it.each([
    [width + 1, 5],
    [5, height + 1],
    [width + 0.5, 5],
    [-1, 5],
    [5, -0.01],
    [5000, 5000],
    [1e30, 5],
    [5, -1e30],
    [Number.NaN, 5],
    [5, Number.POSITIVE_INFINITY],
    ['5000', 5],
  ])('the point %s, %s is outside and not clicked', (x, y) => {
    expect(click(x, y)).toEqual({ code: [], problem: expect.stringMatching(/outside/) });
  });
  it.each([
    ['640', '360'],
    [' 640 ', '360.0'],
    ['+640', 360],
  ])('the coordinates %j, %j are read as a point', (x, y) => {
    expect(click(x, y)?.problem).toBeNull();
    expect(click(x, y)).toEqual(click(640, 360));
  });
  it.each([['6 40'], ['0x10'], ['1e2'], ['left'], [''], [true], [[1]], [{}], ['６４０'], ['1,000']])(
    'the coordinate %j is not a number, and the error names its field',
    (x) => {
      const result = click(x, 5);
      expect(result?.code).toEqual([]);
      expect(result?.problem).toMatch(/\b(?:x|coordinate) must be/);
    },
  );
});

describe('pictures smaller than the screen', () => {
  it('a smaller picture bounds the coordinates and maps them to the screen', () => {
    const small = pictureOf(960, 540, 2);
    const click = (x: number, y: number) => anthropic({ action: 'left_click', coordinate: [x, y] }, small);
    expect(click(960, 540)).toEqual(clicked(1919, 1079));
    expect(click(959, 539)).toEqual(clicked(1919, 1079));
    expect(click(100, 50)).toEqual(clicked(201, 101));
    expect(click(1000, 50)?.problem).toBe(
      'left_click: coordinate (1000, 50) is outside of the picture: x is from 0 to 959, y from 0 to 539.',
    );
  });
});

describe('computer tool calls with small mistakes', () => {
  const drag = "pyautogui.dragTo(300, 400, duration=0.5, button='left')";
  const scrolled = (direction: string) =>
    anthropic({ action: 'scroll', coordinate: [300, 400], scroll_direction: direction, scroll_amount: '3' });
  const down = 'pyautogui.moveTo(300, 400)\npyautogui.scroll(-3)';
  it.each([
    ['drag without start', anthropic({ action: 'left_click_drag', coordinate: [300, 400] }), [drag]],
    ['drag along one point', openai({ type: 'drag', path: [{ x: 300, y: 400 }] }), [drag]],
    [
      'Google’s drag without start',
      google('drag_and_drop', { end_x: 500, end_y: 500 }),
      ["pyautogui.dragTo(960, 540, duration=0.5, button='left')"],
    ],
    ['scroll Down', scrolled('Down'), [down]],
    ['scroll DOWN', scrolled('DOWN'), [down]],
    ['scroll with spaces', scrolled(' down '), [down]],
    [
      'Google’s direction in capitals',
      google('scroll', { x: 0, y: 0, direction: 'DOWN', magnitude_in_pixels: 300 }),
      ['pyautogui.moveTo(0, 0)\npyautogui.scroll(-3)'],
    ],
    [
      'several keys',
      anthropic({ action: 'key', text: 'ctrl+a Delete' }),
      ['pyautogui.hotkey("ctrl", "a")', 'pyautogui.hotkey("delete")'],
    ],
  ])('a computer tool call with a small mistake is executed: %s', (_, result, code) => {
    expect(result).toEqual({ code, problem: null });
  });
  it.each([
    ['coordinate', anthropic({ action: 'left_click', coordinate: '[640, 360]' })],
    ['coordinate', anthropic({ action: 'left_click', coordinate: [640] })],
    ['coordinate', anthropic({ action: 'left_click_drag', start_coordinate: [1, 2] })],
    ['coordinate', anthropic({ action: 'mouse_move' })],
    ['scroll_direction', anthropic({ action: 'scroll', coordinate: [3, 4], scroll_amount: 3 })],
    ['scroll_direction', anthropic({ action: 'scroll', coordinate: [3, 4], scroll_direction: null })],
    ['scroll_direction', anthropic({ action: 'scroll', scroll_direction: 'donw' })],
    ['scroll_amount', anthropic({ action: 'scroll', scroll_direction: 'down', scroll_amount: 200_000 })],
    ['scroll_amount', anthropic({ action: 'scroll', scroll_direction: 'down', scroll_amount: -3 })],
    ['scroll_amount', anthropic({ action: 'scroll', scroll_direction: 'down', scroll_amount: 'much' })],
    ['repeat', anthropic({ action: 'key', text: 'a', repeat: 1_000_000 })],
    ['text', anthropic({ action: 'type', text: 5 })],
    ['text', anthropic({ action: 'type', text: 'a\0b' })],
    ['text', anthropic({ action: 'type', text: 'a\ud83d' })],
    ['text', anthropic({ action: 'type', text: 'x'.repeat(10_001) })],
    ['duration', anthropic({ action: 'hold_key', text: 'a', duration: -1 })],
    ['action', anthropic({ coordinate: [1, 2] })],
    ['scroll_y', openai({ type: 'scroll', x: 1, y: 2 })],
    ['scroll_y', openai({ type: 'scroll', x: 1, y: 2, scroll_y: -1e9 })],
    ['path', openai({ type: 'drag', path: [] })],
    ['path', openai({ type: 'drag', path: [{ x: 1 }] })],
    ['keys', openai({ type: 'keypress' })],
    ['keys', openai({ type: 'keypress', keys: [1] })],
    ['y', openai({ type: 'click', x: 1 })],
    ['type', openai({ x: 1 })],
    ['direction', google('scroll', { x: 1, y: 1 })],
    ['magnitude', google('scroll', { x: 1, y: 1, direction: 'up', magnitude: 1e9 })],
    ['magnitude_in_wheel_clicks', google('scroll', { x: 1, y: 1, direction: 'up', magnitude_in_wheel_clicks: 5000 })],
    ['text', google('type', {})],
    ['keys', google('hotkey', {})],
  ])('the invalid field %s of a computer tool call is named in the error', (field, result) => {
    expect(result?.code).toEqual([]);
    expect(result?.problem).toMatch(new RegExp(`\\b${field}\\b`));
  });
});

describe('batches with an invalid part', () => {
  const good = { type: 'click', button: 'left', x: 10, y: 20 };
  it('a batch with an invalid part in one call is not executed, and the part is named', () => {
    expect(openai(good, { ...good, button: 'back' }, { type: 'type', text: 'hi' })).toEqual({
      code: [],
      problem: 'Action 2 of 3 can’t be done, so none of the 3 was: The mouse of this desktop has no button "back".',
    });
  });
  it('a batch of several calls is executed up to the invalid call', () => {
    const calls = [
      { action: 'left_click', coordinate: [1, 2] },
      { action: 'left_click', coordinate: [-1, 2] },
    ];
    const [first, second, third] = read('computer_20251124', [
      ...calls.map((input) => call(input)),
      call({ action: 'type', text: 'hi' }),
    ]);
    expect(first).toEqual(clicked(1, 2));
    expect(second).toMatchObject({ code: [], problem: expect.stringContaining('outside') });
    expect(third).toEqual({ code: [], problem: 'computer: not done, because an earlier call could not be done.' });
  });
});
