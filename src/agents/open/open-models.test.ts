import { describe, expect, it } from 'vitest';
import type { ModelPicture } from '../native/native-action.ts';
import { smartResize } from '../native/smart-resize.ts';
import { glmV } from './glm-v.ts';
import type { OpenModel } from './open-model.ts';
import { openCua } from './opencua.ts';
import { qwen3Vl } from './qwen3-vl.ts';
import { uiTars } from './ui-tars.ts';

// Replies have the forms of the models' public cards and repositories. Expected code was written from those, before the readers were run.
const png = Buffer.from('picture');
const pictureOf = (width: number, height: number): ModelPicture => ({ png, width, height, scale: { x: 1, y: 1 } });
const hd = pictureOf(1920, 1080);
const tool = (args: object) =>
  `Action: I act.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: args })}\n</tool_call>`;

describe('UI-TARS 1.5', () => {
  const act = (call: string) => uiTars.read(`Thought: I look, then I act.\nAction: ${call}`, hd).actions;
  it.each([
    ["click(point='<point>966 546</point>')", ["pyautogui.click(960, 540, clicks=1, button='left')"]],
    ["click(start_box='(966,546)')", ["pyautogui.click(960, 540, clicks=1, button='left')"]],
    ["click(start_box='<|box_start|>(966,546)<|box_end|>')", ["pyautogui.click(960, 540, clicks=1, button='left')"]],
    ["left_double(point='<point>0 0</point>')", ["pyautogui.click(0, 0, clicks=2, button='left')"]],
    ["right_single(point='<point>0 0</point>')", ["pyautogui.click(0, 0, clicks=1, button='right')"]],
    ["hotkey(key='ctrl shift t')", ['pyautogui.hotkey("ctrl", "shift", "t")']],
    ["hotkey(key='arrowdown')", ['pyautogui.hotkey("down")']],
    ["type(content='it\\'s done\\n')", ['pyautogui.write("it\'s done")', 'pyautogui.hotkey("enter")']],
    ["type(content='it's (nearly) done')", ['pyautogui.write("it\'s (nearly) done")']],
    ["type(content='two\\nlines')", ['pyautogui.write("two\\nlines")']],
    ["scroll(point='<point>0 0</point>', direction='down')", ['pyautogui.moveTo(0, 0)\npyautogui.scroll(-5)']],
    ["scroll(direction='up')", ['pyautogui.scroll(5)']],
    ['wait()', ['import time\ntime.sleep(5)']],
    ["finished(content='Saved.')", ['DONE']],
  ])('UI-TARS 1.5: the call %s becomes code', (call, code) => {
    expect(act(call)).toEqual(code);
  });
  it('UI-TARS 1.5 drags, makes several calls and asks its user', () => {
    expect(act("drag(start_point='<point>0 0</point>', end_point='<point>966 546</point>')")[0]).toContain(
      'moveTo(960, 540',
    );
    expect(act("click(point='<point>0 0</point>')\n\ntype(content='x')")).toHaveLength(2);
    expect(uiTars.read('Thought: I can’t.\nAction: call_user()', hd)).toMatchObject({
      actions: [],
      question: expect.any(String),
    });
  });
  it('UI-TARS 1.5 is told what is not an action, and nothing is executed', () => {
    expect(uiTars.read('I would rather not do this.', hd)).toEqual({
      actions: [],
      problem: 'The reply has no action.',
    });
    expect(uiTars.read("Action: hotkey(key='hyper x')", hd)).toMatchObject({
      actions: [],
      problem: expect.stringContaining('hyper'),
    });
  });
});

describe('OpenCUA', () => {
  const step = (code: string, tag = 'python') =>
    `# Step: 2\n## Thought:\nThe menu is open.\n## Action:\nClick Save.\n## Code:\n\`\`\`${tag}\n${code}\n\`\`\``;
  it('OpenCUA’s code is converted from the coordinates of the resized picture', () => {
    expect(openCua.read(step('pyautogui.click(x=966, y=546)'), hd)).toEqual({
      actions: ['pyautogui.click(x=966, y=546)'],
      problem: null,
      view: { width: 1932, height: 1092 },
    });
  });
  it.each([
    ["computer.terminate(status='success')", ['DONE']],
    ["computer.terminate(status='failure', answer='There is no such file.')", ['FAIL']],
    ['computer.wait()', ['WAIT']],
    ['computer.triple_click(x=10, y=20)', ['pyautogui.tripleClick(x=10, y=20)']],
    ['computer.fly()', []],
  ])('OpenCUA: the call %s becomes an action', (code, actions) => {
    expect(openCua.read(step(code, 'code'), hd).actions).toEqual(actions);
  });
  it('OpenCUA receives its earlier steps without their code, the old ones in one message', () => {
    const past = [1, 2, 3].map((n) => ({ picture: hd, response: step(`pyautogui.click(${n}, ${n})`) }));
    const messages = openCua.messages({ instruction: 'Save it.', past, pastPictures: 2, current: hd });
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type).join()])).toEqual([
      ['system', 'text'],
      ['assistant', 'text'],
      ['user', 'image'],
      ['assistant', 'text'],
      ['user', 'image'],
      ['assistant', 'text'],
      ['user', 'image,text'],
    ]);
    expect(JSON.stringify(messages[5])).toContain(
      '# Step 3:\\n## Thought:\\nThe menu is open.\\n\\n## Action:\\nClick Save.',
    );
    expect(JSON.stringify(messages)).not.toContain('pyautogui.click(');
  });
});

describe('Qwen3-VL', () => {
  it.each([
    [{ action: 'left_click', coordinate: [500, 500] }, ["pyautogui.click(960, 540, clicks=1, button='left')"]],
    [{ action: 'triple_click', coordinate: [0, 0] }, ["pyautogui.click(0, 0, clicks=3, button='left')"]],
    [
      { action: 'left_click_drag', coordinate: [500, 500] },
      ["pyautogui.dragTo(960, 540, duration=0.5, button='left')"],
    ],
    [{ action: 'key', keys: ['ctrl', 's'] }, ['pyautogui.hotkey("ctrl", "s")']],
    [{ action: 'type', text: 'a "b"\n' }, ['pyautogui.write("a \\"b\\"\\n")']],
    [{ action: 'scroll', pixels: -300 }, ['pyautogui.scroll(-3)']],
    [{ action: 'scroll', pixels: 5 }, ['pyautogui.scroll(5)']],
    [{ action: 'terminate', status: 'success' }, ['DONE']],
    [{ action: 'terminate', status: 'failure' }, ['FAIL']],
    [{ action: 'answer', text: '42' }, ['DONE']],
  ])('Qwen3-VL: the call %j becomes code', (args, code) => {
    expect(qwen3Vl.read(tool(args), hd)).toEqual({ actions: code, problem: null });
  });
  it('Qwen3-VL is told what is not a call', () => {
    expect(qwen3Vl.read('I click.', hd).problem).toBe('The reply has no call.');
    expect(qwen3Vl.read('<tool_call>\n{"name": "computer_use"', hd).problem).toContain('not what the function takes');
    expect(qwen3Vl.read(tool({ action: 'fly' }), hd).problem).toContain('"fly"');
  });
  it('Qwen3-VL receives the function as a tool, old steps as text and the instruction once', () => {
    const past = [1, 2, 3].map(() => ({ picture: hd, response: tool({ action: 'wait' }) }));
    const messages = qwen3Vl.messages({ instruction: 'Save it.', past, pastPictures: 1, current: hd });
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(JSON.stringify(messages[0])).toContain('<tools>');
    expect(JSON.stringify(messages[1])).toContain('Step 2: I act.');
    expect(JSON.stringify(messages).match(/Save it\./g)).toHaveLength(1);
  });
});

describe('GLM-4.5V', () => {
  const boxed = (call: string) =>
    `<think>I think of click(1).</think>I open the menu. <|begin_of_box|>${call}<|end_of_box|>\nMemory:\n[{"user": "Kim"}]`;
  it.each([
    ["left_click(start_box='[500,500]', element_info='menu')", "pyautogui.click(960, 540, clicks=1, button='left')"],
    ["left_double_click(start_box='[0,0]', element_info='')", "pyautogui.click(0, 0, clicks=2, button='left')"],
    ["key(keys='ctrl+s')", 'pyautogui.hotkey("ctrl", "s")'],
    ["type(content='it\\'s')", 'pyautogui.write("it\'s")'],
    [
      "scroll(start_box='[0,0]', direction='up', step=3, element_info='')",
      'pyautogui.moveTo(0, 0)\npyautogui.scroll(3)',
    ],
    ['WAIT()', 'WAIT'],
    ['DONE()', 'DONE'],
    ['FAIL()', 'FAIL'],
  ])('GLM-4.5V: the call %s becomes code', (call, code) => {
    expect(glmV.read(boxed(call), hd)).toEqual({ actions: [code], problem: null });
  });
  it('GLM-4.5V receives its whole history and its memory in one message', () => {
    const past = [1, 2].map(() => ({ picture: hd, response: boxed('WAIT()') }));
    const [message, ...rest] = glmV.messages({ instruction: 'Save it.', past, pastPictures: 1, current: hd });
    expect(rest).toEqual([]);
    expect(message?.parts.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'image']);
    const text = JSON.stringify(message);
    expect(text).toContain('step 1: Screenshot:(Omitted in context.) Thought: I open the menu.\\nAction: WAIT()');
    expect(text).toContain('Memory:\\n[{\\"user\\": \\"Kim\\"}]\\n# Output Format');
  });
});

describe('points of open models and clicks', () => {
  const screens = [
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ] as const;
  const targets = [
    [0, 0],
    [0.25, 0.75],
    [0.5, 0.5],
    [0.999, 0.999],
  ] as const;
  const thousandths = (share: number): number => Math.min(999, Math.floor(share * 1000));
  /** How each model says a place, by its card: shares of the picture become its own coordinates. */
  const says: readonly (readonly [
    string,
    OpenModel,
    (x: number, y: number, picture: ModelPicture) => string,
    number,
  ])[] = [
    [
      'UI-TARS 1.5',
      uiTars,
      (x, y, picture) => {
        const seen = smartResize(picture, { factor: 28, minimum: 78_400, maximum: 12_845_056 });
        return `Action: click(point='<point>${Math.floor(x * seen.width)} ${Math.floor(y * seen.height)}</point>')`;
      },
      2,
    ],
    ['Qwen3-VL', qwen3Vl, (x, y) => tool({ action: 'left_click', coordinate: [thousandths(x), thousandths(y)] }), 3],
    [
      'GLM-4.5V',
      glmV,
      (x, y) => `<|begin_of_box|>left_click(start_box='[${thousandths(x)},${thousandths(y)}]')<|end_of_box|>`,
      3,
    ],
  ];
  it.each(says)('the click lands where the model points: %s', (_, model, say, within) => {
    for (const [width, height] of screens)
      for (const maximumSide of [null, 1024])
        for (const [x, y] of targets) {
          const ratio = maximumSide === null ? 1 : maximumSide / width;
          const size = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
          const picture = { png, ...size, scale: { x: width / size.width, y: height / size.height } };
          const [code] = model.read(say(x, y, picture), picture).actions;
          const [, px, py] = /click\((\d+), (\d+)/.exec(String(code)) ?? [];
          const off = Math.max(Math.abs(Number(px) - x * width), Math.abs(Number(py) - y * height));
          expect(off, `${width}x${height} ${x},${y}: ${code}`).toBeLessThanOrEqual(within);
          expect(Number(px)).toBeLessThan(width);
          expect(Number(py)).toBeLessThan(height);
        }
  });

  // By hand, from the formula of Qwen2.5-VL's public processor.
  it.each([
    [1920, 1080, 1932, 1092],
    [1280, 720, 1288, 728],
    [2560, 1440, 2548, 1428],
    [3840, 2160, 3836, 2156],
    [28, 28, 280, 280],
  ])('a picture of %i x %i is seen as %i x %i', (width, height, seenWidth, seenHeight) => {
    const seen = smartResize({ width, height }, { factor: 28, minimum: 78_400, maximum: 12_845_056 });
    expect(seen).toEqual({ width: seenWidth, height: seenHeight });
  });
});
