import { createRequire } from 'node:module';
import { OsharmError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { isPyautoguiKey, pyautoguiKeyNames } from '../pyautogui-keys.ts';

/**
 * Key names of X, browsers and providers, mapped to pyautogui's. Lower case without `_`, `-` and spaces. `character`
 * reads the names of characters from X's table.
 */
const names = new Map<string, string>(
  Object.entries({
    control: 'ctrl',
    ctl: 'ctrl',
    controlleft: 'ctrlleft',
    controlright: 'ctrlright',
    controll: 'ctrlleft',
    controlr: 'ctrlright',
    shiftl: 'shiftleft',
    shiftr: 'shiftright',
    shiftlock: 'capslock',
    altl: 'altleft',
    altr: 'altright',
    altgr: 'altright',
    isolevel3shift: 'altright',
    modeswitch: 'modechange',
    super: 'winleft',
    superl: 'winleft',
    superr: 'winright',
    meta: 'winleft',
    metal: 'winleft',
    metar: 'winright',
    hyperl: 'winleft',
    hyperr: 'winright',
    cmd: 'winleft',
    win: 'winleft',
    windows: 'winleft',
    option: 'alt',
    escape: 'esc',
    arrowleft: 'left',
    arrowright: 'right',
    arrowup: 'up',
    arrowdown: 'down',
    leftarrow: 'left',
    rightarrow: 'right',
    uparrow: 'up',
    downarrow: 'down',
    next: 'pagedown',
    prior: 'pageup',
    spacebar: 'space',
    caps: 'capslock',
    print: 'printscreen',
    sysreq: 'printscreen',
    break: 'pause',
    linefeed: 'enter',
    isoenter: 'enter',
    menu: 'apps',
    contextmenu: 'apps',
    del: 'delete',
    ins: 'insert',
    bksp: 'backspace',
    plus: '+',
    kpenter: 'enter',
    kptab: 'tab',
    kpspace: 'space',
    kpadd: '+',
    kpsubtract: '-',
    kpmultiply: 'multiply',
    kpdivide: 'divide',
    kpdecimal: 'decimal',
    kpseparator: 'separator',
    kpequal: '=',
    kphome: 'home',
    kpend: 'end',
    kpleft: 'left',
    kpright: 'right',
    kpup: 'up',
    kpdown: 'down',
    kpprior: 'pageup',
    kppageup: 'pageup',
    kpnext: 'pagedown',
    kppagedown: 'pagedown',
    kpinsert: 'insert',
    kpdelete: 'delete',
    xf86back: 'browserback',
    xf86forward: 'browserforward',
    xf86stop: 'browserstop',
    xf86refresh: 'browserrefresh',
    xf86reload: 'browserrefresh',
    xf86homepage: 'browserhome',
    xf86search: 'browsersearch',
    xf86favorites: 'browserfavorites',
    xf86mail: 'launchmail',
    xf86audiomedia: 'launchmediaselect',
    xf86launch0: 'launchapp1',
    xf86launch1: 'launchapp2',
    xf86audiolowervolume: 'volumedown',
    xf86audiomute: 'volumemute',
    xf86audioraisevolume: 'volumeup',
    xf86audioplay: 'playpause',
    xf86audiopause: 'playpause',
    xf86audiostop: 'stop',
    xf86audioprev: 'prevtrack',
    xf86audionext: 'nexttrack',
    xf86sleep: 'sleep',
    ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`kp${digit}`, `num${digit}`])),
    ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [`numpad${digit}`, `num${digit}`])),
    ...Object.fromEntries([1, 2, 3, 4].map((number) => [`kpf${number}`, `f${number}`])),
  }),
);
const combinations = new Map<string, readonly string[]>([['isolefttab', ['shift', 'tab']]]);
const modifiers = new Set([
  'ctrl',
  'ctrlleft',
  'ctrlright',
  'shift',
  'shiftleft',
  'shiftright',
  'alt',
  'altleft',
  'altright',
  'win',
  'winleft',
  'winright',
  'command',
  'option',
  'optionleft',
  'optionright',
]);

export function keyName(key: string): string {
  const name = knownName(key);
  if (name !== null) return name;
  throw invalid(`There is no key ${JSON.stringify(key)}.${suggestion(key)}`);
}

/**
 * Parses keys to hold together: `ctrl+shift+t`, `ctrl shift`. `ctrl++` is Ctrl and plus. Letters become lower case if
 * combined with other keys. Throws OsharmError `action-invalid`.
 */
export function keyCombination(text: string): string[] {
  return withModifiers(chordsOf(text).flatMap(keysOf));
}

/**
 * Parses key combinations to press one after another: `Down Down Return`, `ctrl+a Delete`. Throws OsharmError
 * `action-invalid`, also if a modifier is pressed alone before another key.
 */
export function keyPresses(text: string): string[][] {
  const chords = chordsOf(text);
  const presses = chords.map((chord) => withModifiers(keysOf(chord)));
  const idle = presses.slice(0, -1).find((keys) => keys.every((key) => modifiers.has(key)));
  if (idle !== undefined)
    throw invalid(
      `${JSON.stringify(text)} presses ${idle.join('+')} alone. Did you mean ${JSON.stringify(chords.join('+'))}?`,
    );
  return presses;
}

/** Lower-cases letters, because pyautogui presses Shift for capitals. */
export function withLowerLetters(keys: readonly string[]): string[] {
  return keys.map((key) => (key.length === 1 ? key.toLowerCase() : key));
}

function withModifiers(keys: readonly string[]): string[] {
  return keys.length > 1 ? withLowerLetters(keys) : [...keys];
}

function chordsOf(text: string): string[] {
  if (text.length === 1) return [text];
  const whole = text.trim();
  if (whole === '') throw invalid('No key is named.');
  if (/\s/.test(whole) && !whole.includes('+') && knownKeys(whole) !== null) return [whole];
  return whole.replace(/(?<=\S)\s*\+\s*(?=\S)/g, '+').split(/\s+/);
}

function keysOf(chord: string): string[] {
  const parts = codePoint.test(chord) ? [chord] : chord.split('+');
  // Splitting at `+` leaves an empty part for the plus key.
  const keys = parts.flatMap((part, at) =>
    part !== '' ? [part] : at > 0 && parts[at - 1] === '' ? [] : at === 0 && parts.length === 1 ? [] : ['+'],
  );
  return [...new Set(keys.flatMap((key) => knownKeys(key) ?? [keyName(key)]))];
}

function knownKeys(key: string): readonly string[] | null {
  const several = combinations.get(plain(key));
  if (several !== undefined) return several;
  const name = knownName(key);
  return name === null ? null : [name];
}

function knownName(key: string): string | null {
  if ([...key].length === 1) return untypable(key) === null ? key : null;
  const name = names.get(plain(key)) ?? plain(key);
  if (name.length === 1 || isPyautoguiKey(name)) return name;
  return character(key);
}

const plain = (key: string): string => key.toLowerCase().replace(/[_\-\s]/g, '');

const codePoint = /^U\+?([0-9a-f]{4,6})$/i;

const requireFrom = createRequire(import.meta.url);
type Keysyms = Readonly<Record<string, { code: number; description: string | null } | undefined>>;
let keysyms: Keysyms | undefined;

/**
 * The character of an X name (`asciitilde`, `eacute`, `EuroSign`) or code point (`U20AC`); null if there is none. The
 * package x11 has X.Org's keysymdef.h and is loaded for the first unusual name.
 */
function character(key: string): string | null {
  const point = codePoint.exec(key)?.[1];
  if (point !== undefined) return typable(Number.parseInt(point, 16));
  keysyms ??= requireFrom('x11/lib/keysyms.js') as Keysyms;
  const keysym = Object.hasOwn(keysyms, `XK_${key}`) ? keysyms[`XK_${key}`] : undefined;
  if (keysym === undefined || typeof keysym.code !== 'number') return null;
  if (keysym.code < 0x100) return typable(keysym.code);
  if (keysym.code >= 0x01000000 && keysym.code <= 0x0110ffff) return typable(keysym.code - 0x01000000);
  return /^\((.)\)/u.exec(keysym.description ?? '')?.[1] ?? null;
}

function typable(codePoint: number): string | null {
  const text = codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '';
  return text === '' || untypable(text) !== null ? null : text;
}

/** The first character that no key types, e.g. a control character; null if all can be typed. */
export function untypable(text: string): { character: string; at: number } | null {
  const found = /[\0-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x80-\x9f\ufffe\uffff]|\p{Surrogate}/u.exec(text);
  if (found === null) return null;
  const code = (found[0].codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  return { character: `U+${code}`, at: found.index };
}

function suggestion(key: string): string {
  const joined = key.replace(/[-_,&]+/g, '+');
  const parts = joined.split('+');
  if (parts.length > 1 && parts.every((part) => part !== '' && knownKeys(part) !== null))
    return ` Did you mean ${JSON.stringify(joined)}?`;
  return didYouMean(plain(key), [...pyautoguiKeyNames, ...names.keys()]);
}

function invalid(message: string): OsharmError {
  return new OsharmError(message, { code: 'action-invalid', blame: 'agent' });
}
