import { describe, expect, it } from 'vitest';
import { actionWords } from './action-words.ts';

describe('actionWords', () => {
  it.each([
    [
      'import pyautogui\npyautogui.write("curl -s x", interval=0.01)\npyautogui.press("enter")',
      ['Typed “curl -s x”', 'Pressed enter'],
    ],
    ['pyautogui.moveTo(10, 20)\npyautogui.click(10, 20)', ['Clicked at 10, 20']],
    ['pyautogui.doubleClick(10, 20)', ['Double-clicked at 10, 20']],
    ['pyautogui.hotkey("ctrl", "s")', ['Pressed ctrl+s']],
    ['DONE', ['Declared the task done']],
    ['import time\ntime.sleep(2)', ['Waited']],
    ['import os\nos.remove("a.txt")', ['Ran os.remove("a.txt")']],
    ['import os\nfor name in os.listdir("."):\n  os.chmod(name, 0o777)', ['Ran os.chmod(name, 0o777)']],
    ['path = "a"\nopen(path, "w").write("b")', ['Ran open(path, "w").write("b")']],
    ['path = "a"\nprint(path)', ['Ran path = "a"']],
    [{ action_type: 'TYPING', parameters: { text: 'hello there' } }, ['Typed “hello there”']],
    [
      "open('/home/user/x', 'w').write('secret')\nimport time\npyautogui.write('mkdir a; ls')\npyautogui.press('enter')",
      ["Ran open('/home/user/x', 'w').write('secret')", 'Typed “mkdir a; ls”', 'Pressed enter'],
    ],
    ["exec('x'[::-1])\nprint(1)\npyautogui.click(1, 2)", ["Ran exec('x'[::-1]) and 1 more line", 'Clicked at 1, 2']],
    ["pyautogui.write(os.popen('id').read())", ["Ran pyautogui.write(os.popen('id').read())"]],
  ])('actionWords describes %j', (action, words) => {
    expect(actionWords(action)).toEqual(words);
  });
});
