import { describe, expect, it } from 'vitest';
import { keyCombination, keyName, keyPresses } from './key-names.ts';
import { nativeCode } from './native-action.ts';

describe('keys of computer tools', () => {
  it.each([
    ['Return', ['return']],
    ['ctrl+s', ['ctrl', 's']],
    ['ctrl+shift+T', ['ctrl', 'shift', 't']],
    ['Page_Down', ['pagedown']],
    ['super', ['winleft']],
    ['ctrl++', ['ctrl', '+']],
    ['+', ['+']],
    ['A', ['A']],
    ['alt+F4', ['alt', 'f4']],
    ['ArrowLeft', ['left']],
    ['ctrl+minus', ['ctrl', '-']],
    ['Control+Escape', ['ctrl', 'esc']],
  ])('the computer tool key %s is translated', (text, keys) => {
    expect(keyCombination(text)).toEqual(keys);
  });
  it.each([
    ['asciitilde', '~'],
    ['braceleft', '{'],
    ['eacute', 'é'],
    ['Eacute', 'É'],
    ['EuroSign', '€'],
    ['Cyrillic_a', 'а'],
    ['quoteleft', '`'],
    ['U20AC', '€'],
    ['KP_7', 'num7'],
    ['KP_0', 'num0'],
    ['KP_Page_Down', 'pagedown'],
    ['Menu', 'apps'],
    ['ISO_Level3_Shift', 'altright'],
    ['XF86AudioRaiseVolume', 'volumeup'],
    ['Sys_Req', 'printscreen'],
    ['Super_L', 'winleft'],
  ])('the X key name %s is translated', (name, key) => {
    expect(keyName(name)).toBe(key);
  });
  it.each([
    ['Down Down Return', [['down'], ['down'], ['return']]],
    ['ctrl+a Delete', [['ctrl', 'a'], ['delete']]],
    [
      'alt+Tab  alt+Tab',
      [
        ['alt', 'tab'],
        ['alt', 'tab'],
      ],
    ],
    ['ctrl + S', [['ctrl', 's']]],
    ['Page Down', [['pagedown']]],
    ['ISO_Left_Tab', [['shift', 'tab']]],
    ['Super_L', [['winleft']]],
    [' ', [[' ']]],
  ])('the computer tool keys %j are pressed one after another', (text, presses) => {
    expect(keyPresses(text)).toEqual(presses);
  });
  it.each([
    ['Hyperspace', 'There is no key "Hyperspace".'],
    ['ctrl-s', 'There is no key "ctrl-s". Did you mean "ctrl+s"?'],
    ['alt_F4', 'There is no key "alt_F4". Did you mean "alt+F4"?'],
    ['ctrl s', '"ctrl s" presses ctrl alone. Did you mean "ctrl+s"?'],
    ['Retrun', 'There is no key "Retrun". Did you mean "return"?'],
    ['XF86Nothing', 'There is no key "XF86Nothing".'],
    ['dead_acute', 'There is no key "dead_acute".'],
    ['constructor', 'There is no key "constructor".'],
    ['\0', 'There is no key "\\u0000".'],
    ['', 'No key is named.'],
  ])('the computer tool key %j is refused', (text, message) => {
    expect(() => keyPresses(text)).toThrow(message);
  });
});

describe('code of computer tools', () => {
  it.each([
    [
      { kind: 'click', button: 'right', at: [1, 2], count: 1, holding: ['ctrl'] } as const,
      'pyautogui.keyDown("ctrl")\npyautogui.click(1, 2, clicks=1, button=\'right\')\npyautogui.keyUp("ctrl")',
    ],
    [
      {
        kind: 'drag',
        path: [
          [1, 2],
          [3, 4],
        ],
        holding: [],
      } as const,
      'pyautogui.moveTo(1, 2)\npyautogui.mouseDown()\npyautogui.moveTo(3, 4, duration=0.2)\npyautogui.mouseUp()',
    ],
    [
      { kind: 'scroll', at: [5, 6], down: 3, right: -1, holding: [] } as const,
      'pyautogui.moveTo(5, 6)\npyautogui.scroll(-3)\npyautogui.hscroll(-1)',
    ],
    [{ kind: 'type', text: 'a"\n' } as const, 'pyautogui.write("a\\"\\n")'],
    [{ kind: 'keys', keys: ['ctrl', 's'] } as const, 'pyautogui.hotkey("ctrl", "s")'],
    [{ kind: 'wait', seconds: 99 } as const, 'import time\ntime.sleep(10)'],
    [{ kind: 'look' } as const, 'WAIT'],
  ])('the computer tool action %j becomes code', (action, code) => {
    expect(nativeCode(action)).toBe(code);
  });
});
