import { describe, expect, it } from 'vitest';
import { parseActions } from './actions.ts';
import { parseCode } from './code.ts';
import { splitThoughts } from './split-thoughts.ts';

const fence = (code: string, tag = 'python') => `\`\`\`${tag}\n${code}\n\`\`\``;
const thought = `${fence('open("/home/user/idea", "w")')}\nDONE`;
const action = fence('pyautogui.click(1, 2)');

describe('thoughts and reply', () => {
  it.each([
    ['<think>', '</think>'],
    ['<thinking>', '</thinking>'],
    ['<THINK>', '</THINK>'],
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<seed:think>', '</seed:think>'],
    ['◁think▷', '◁/think▷'],
    ['[THINK]', '[/THINK]'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
  ])('thoughts between %s marks are split from the reply', (open, close) => {
    expect(splitThoughts(`${open}\n${thought}\n${close}\n${action}`)).toEqual({ thoughts: thought, reply: action });
    expect(splitThoughts(`${open}${thought}${close}${action}`)).toEqual({ thoughts: thought, reply: action });
  });
  it.each([
    ['a closing mark alone', `${thought}\n</think>\n${action}`],
    ['a closing mark at the end of a line', `First DONE, then more.</think>\n\n${action}`],
    ['a closing mark in front of the reply', `${thought}\n</think>${action}`],
    ['a closing mark after a block that is not closed', `\`\`\`python\nrm()\n</think>\n${action}`],
    ['thoughts that name their mark', `<think>I write <think> to think. ${thought}</think>${action}`],
    ['thoughts in thoughts', `<think>a<think>b ${thought}</think>c\nDONE\n</think>${action}`],
    ['the wrong closing mark', `<thinking>\n${thought}\n</think>\n${action}`],
    ['another family inside', `<think>\n<reasoning>\n${thought}\n</think>\n${action}`],
    [
      'a closing mark in code of the thoughts',
      `<think>\n${fence("print('<think></think>')")}\nDONE\n</think>${action}`,
    ],
  ])('thoughts are split from the reply despite %s', (_, text) => {
    expect(splitThoughts(text).reply).toBe(action);
    expect(splitThoughts(text).thoughts).not.toBeNull();
  });
  it('several thoughts are removed and the text between them is kept', () => {
    expect(splitThoughts(`<think>a</think>one\n<think>b</think>two`)).toEqual({
      thoughts: 'a\n\nb',
      reply: 'one\ntwo',
    });
  });
  it('text after an unclosed mark is a thought', () => {
    expect(splitThoughts(`<think>\n${thought}\n${action}`)).toEqual({ thoughts: `${thought}\n${action}`, reply: '' });
    expect(splitThoughts(`I begin.\n<thinking>${thought}`)).toEqual({ thoughts: thought, reply: 'I begin.' });
  });
  it.each([
    ['no mark', action],
    ['a mark in a line of code', fence("pyautogui.write('</think>')")],
    ['marks in lines of code', fence("write('''\n<reasoning>\nx\n</reasoning>\n''')")],
    ['an opening mark in code', fence("pyautogui.write('<think>')")],
    ['a mark in prose', `I put it into <thinking> marks.\n${action}`],
    ['a mark between backticks', `The file has \`</think>\` in it.\n${action}`],
    ['HTML', 'I see <b>bold</b> and [THIS].'],
  ])('a reply with %s is not split', (_, text) => {
    expect(splitThoughts(text)).toEqual({ thoughts: null, reply: text });
  });
});

describe('actions in thoughts', () => {
  it('actions in thoughts are ignored, in code and in computer_13', () => {
    expect(parseCode(`<think>\n${thought}\n</think>\n${action}`).actions).toEqual(['pyautogui.click(1, 2)']);
    const json = (x: number) => fence(`{"action_type": "CLICK", "x": ${x}, "y": ${x}}`, 'json');
    expect(parseActions(`<think>\n${json(5)}\n</think>\n${json(9)}`).actions).toEqual([
      { action_type: 'CLICK', x: 9, y: 9 },
    ]);
    expect(parseCode('<think>\nDONE\n').actions).toEqual([]);
    expect(parseActions('<think>{"action_type": "DONE"}</think>').actions).toEqual([]);
  });
});
