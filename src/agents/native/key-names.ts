import { OsharmError } from '../../base/errors.ts';
import { isPyautoguiKey } from '../pyautogui-keys.ts';

/** Names that X, browsers and providers have for keys, in lower case without `_` and `-`, and pyautogui's. */
const names: Record<string, string> = {
  control: 'ctrl',
  controlleft: 'ctrlleft',
  controll: 'ctrlleft',
  controlr: 'ctrlright',
  shiftl: 'shiftleft',
  shiftr: 'shiftright',
  altl: 'altleft',
  altr: 'altright',
  super: 'winleft',
  superl: 'winleft',
  superr: 'winright',
  meta: 'winleft',
  cmd: 'winleft',
  win: 'winleft',
  option: 'alt',
  escape: 'esc',
  arrowleft: 'left',
  arrowright: 'right',
  arrowup: 'up',
  arrowdown: 'down',
  next: 'pagedown',
  prior: 'pageup',
  spacebar: 'space',
  caps: 'capslock',
  print: 'printscreen',
  del: 'delete',
  ins: 'insert',
  kpenter: 'enter',
  kpadd: '+',
  kpsubtract: '-',
  plus: '+',
  minus: '-',
  equal: '=',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
  semicolon: ';',
  apostrophe: "'",
  grave: '`',
  bracketleft: '[',
  bracketright: ']',
  underscore: '_',
  exclam: '!',
  at: '@',
  numbersign: '#',
  dollar: '$',
  percent: '%',
  asciicircum: '^',
  ampersand: '&',
  asterisk: '*',
  parenleft: '(',
  parenright: ')',
  question: '?',
  colon: ':',
  quotedbl: '"',
  less: '<',
  greater: '>',
  bar: '|',
};

/** pyautogui's name of one key. Throws OsharmError `action-invalid`. */
export function keyName(key: string): string {
  if (key.length === 1) return key;
  const plain = key.toLowerCase().replace(/[_\-\s]/g, '');
  const name = names[plain] ?? plain;
  if (name.length === 1 || isPyautoguiKey(name)) return name;
  throw new OsharmError(`There is no key ${JSON.stringify(key)}.`, { code: 'action-invalid', blame: 'agent' });
}

/** The keys of a combination such as `ctrl+shift+t`; `ctrl++` is Ctrl and plus. Letters beside modifiers are lower case. */
export function keyCombination(text: string): string[] {
  const parts = text.split('+');
  // An empty part is a plus sign that was pressed.
  const keys = parts.flatMap((part, at) =>
    part !== '' ? [part] : at > 0 && parts[at - 1] === '' ? [] : at === 0 && parts.length === 1 ? [] : ['+'],
  );
  const found = keys.map((key) => keyName(key.trim() === '' ? key : key.trim()));
  return found.length > 1 ? found.map((key) => (key.length === 1 ? key.toLowerCase() : key)) : found;
}
