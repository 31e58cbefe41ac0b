import { describe, expect, it } from 'vitest';
import type { ModelPicture } from '../native/native-action.ts';
import { glmV } from './glm-v.ts';
import type { OpenModel } from './open-model.ts';
import { openCua } from './opencua.ts';
import { qwen3Vl } from './qwen3-vl.ts';
import { uiTars } from './ui-tars.ts';

const hd: ModelPicture = { png: Buffer.from('picture'), width: 1920, height: 1080, scale: { x: 1, y: 1 } };
const call = (args: object) =>
  `<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: args })}\n</tool_call>`;
const python = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const click = (x: number, y: number) => `pyautogui.click(${x}, ${y}, clicks=1, button='left')`;

/** A click in each model's words, and the end of its grid on this screen. */
const clickers: readonly (readonly [
  string,
  OpenModel,
  (x: number | string, y: number | string) => string,
  number[],
])[] = [
  ['UI-TARS', uiTars, (x, y) => `Thought: t\nAction: click(point='<point>${x} ${y}</point>')`, [1932, 1092]],
  ['Qwen3-VL', qwen3Vl, (x, y) => call({ action: 'left_click', coordinate: [x, y] }), [1000, 1000]],
  ['GLM-V', glmV, (x, y) => `left_click(start_box='[${x},${y}]')`, [1000, 1000]],
];

describe.each(clickers)('a point of %s', (_, model, say, [width = 0, height = 0]) => {
  it('a coordinate at the end of an open model’s grid is the last pixel', () => {
    expect(model.read(say(width, height), hd)).toEqual({ actions: [click(1919, 1079)], problem: null });
  });
  it.each([
    [width + 1, 5],
    [-1, 5],
    [2500, 20],
    [5, -0.5],
  ])('an open model’s point %s, %s is outside and not clicked', (x, y) => {
    expect(model.read(say(x, y), hd)).toMatchObject({ actions: [], problem: expect.stringContaining('outside') });
  });
  it('a point in an open model’s thoughts is not clicked', () => {
    for (const [open, close] of [
      ['<think>', '</think>'],
      ['<thinking>', '</thinking>'],
      ['◁think▷', '◁/think▷'],
      ['', '</think>'],
    ])
      expect(model.read(`${open}\n${say(5, 5)}\n${close}\n${say(0, 0)}`, hd)).toEqual(model.read(say(0, 0), hd));
    expect(model.read(`<think>\n${say(5, 5)}\n`, hd).actions).toEqual([]);
  });
});

describe('coordinate grids of models that share a loop', () => {
  it.each([
    ['ui-tars-7b-dpo', click(960, 540)],
    ['UI-TARS-1.5-7B', click(497, 495)],
  ])('the open model %s uses its own coordinate grid', (model, code) => {
    expect(uiTars.read("Action: click(point='<point>500 500</point>')", hd, model).actions).toEqual([code]);
  });
});

describe('OpenCUA', () => {
  it('OpenCUA is told about a point outside of its picture', () => {
    for (const code of [
      'pyautogui.click(x=2500, y=20)',
      'pyautogui.moveTo(-5, 20)',
      'computer.triple_click(x=5, y=1093)',
    ])
      expect(openCua.read(python(code), hd)).toMatchObject({
        actions: [],
        problem: expect.stringContaining('outside'),
      });
  });
  it('OpenCUA acts on what follows its thoughts', () => {
    const reply = `<think>\n${python('pyautogui.click(x=5, y=5)')}\n`;
    expect(openCua.read(reply, hd).actions).toEqual([]);
    expect(openCua.read(`${reply}</think>\n${python('pyautogui.click(x=9, y=9)')}`, hd).actions).toEqual([
      'pyautogui.click(x=9, y=9)',
    ]);
  });
});

describe('typed text that looks like a reply', () => {
  it.each([
    [uiTars, "Thought: t\nAction: type(content='Action: approve')", 'pyautogui.write("Action: approve")'],
    [
      uiTars,
      "Thought: My Action: click(x) is next.\nAction: type(content='Thought: no')",
      'pyautogui.write("Thought: no")',
    ],
    [uiTars, "Action: type(content='a\nAction: click(1)')", 'pyautogui.write("a\\nAction: click(1)")'],
    [uiTars, "thought: t\naction: click(point='<point>0 0</point>')", click(0, 0)],
    [glmV, "type(content='Memory: full')\nMemory:\n[]", 'pyautogui.write("Memory: full")'],
    [
      qwen3Vl,
      call({ action: 'type', text: '</tool_call> <tool_call>' }),
      'pyautogui.write("</tool_call> <tool_call>")',
    ],
  ])('an open model’s typed text that looks like a call is typed', (model, reply, code) => {
    expect(model.read(reply, hd)).toEqual({ actions: [code], problem: null });
  });
});

describe('open models’ calls with small mistakes', () => {
  it.each([
    [
      uiTars,
      "Action: drag(end_point='<point>966 546</point>')",
      "pyautogui.dragTo(960, 540, duration=0.5, button='left')",
    ],
    [uiTars, "Action: scroll(direction='Down')", 'pyautogui.scroll(-5)'],
    [glmV, "left_drag(end_box='[500,500]')", "pyautogui.dragTo(960, 540, duration=0.5, button='left')"],
    [glmV, "scroll(start_box='[0,0]', direction='DOWN', step='3')", 'pyautogui.moveTo(0, 0)\npyautogui.scroll(-3)'],
    [qwen3Vl, call({ action: 'left_click', coordinate: ['500', ' 500 '] }), click(960, 540)],
    [qwen3Vl, call({ action: 'key', keys: 'ctrl+a' }), 'pyautogui.hotkey("ctrl", "a")'],
  ])('open model call %# with a small mistake is executed', (model, reply, code) => {
    expect(model.read(reply, hd)).toEqual({ actions: [code], problem: null });
  });
  it.each([
    [uiTars, "Action: scroll(point='<point>0 0</point>')", 'direction'],
    [uiTars, "Action: click(point='here')", 'point'],
    [uiTars, "Action: hotkey(key='ctrl-s')", 'Did you mean "ctrl+s"'],
    [glmV, "scroll(start_box='[0,0]', direction='down', step=100000)", 'step'],
    [glmV, "scroll(start_box='[0,0]')", 'direction'],
    [qwen3Vl, call({ action: 'left_click', coordinate: [5] }), 'coordinate'],
    [qwen3Vl, call({ action: 'scroll', pixels: -1e9 }), 'pixels'],
    [qwen3Vl, call({ action: 'scroll' }), 'pixels'],
    [qwen3Vl, call({ action: 'type', text: '\0' }), 'U+0000'],
  ])('open model call %# fails with an error that names the field', (model, reply, message) => {
    expect(model.read(reply, hd)).toMatchObject({ actions: [], problem: expect.stringContaining(message) });
  });
  it('an open model’s calls are executed up to the first invalid one', () => {
    const calls = [
      call({ action: 'left_click', coordinate: [0, 0] }),
      call({ action: 'fly' }),
      call({ action: 'type', text: 'x' }),
    ];
    expect(qwen3Vl.read(calls.join('\n'), hd)).toEqual({
      actions: [click(0, 0)],
      problem: 'Action 2 of 3 is bad, so only the first was executed: There is no action "fly".',
    });
  });
});
