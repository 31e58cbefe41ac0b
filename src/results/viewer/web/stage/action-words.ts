import { visibleLabel } from '../../../views/visible-text.ts';
import { type Pointer, pointersOf } from './pointers.ts';

const mostLetters = 140;

/**
 * Code other than pointer and keyboard calls is listed first, so that an action can’t hide it. Without such calls,
 * describes the first line with side effects, else the first line.
 */
export function actionWords(action: unknown): string[] {
  const special = typeof action === 'string' ? endings[action.trim().toUpperCase()] : undefined;
  if (special !== undefined) return [special];
  const words = merged(pointersOf(action)).map(wordsOf);
  if (words.length > 0) return typeof action === 'string' ? [...otherCode(action), ...words] : words;
  if (typeof action !== 'string') return [visibleLabel(objectWords(Object(action)))];
  const lines = action.split('\n').filter((text) => text.trim() !== '' && !/^\s*(import|from)\s/.test(text));
  const line = lines.find((text) => telling.test(text)) ?? lines[0];
  if (line === undefined) return [];
  return [/time\.sleep/.test(line) ? 'Waited' : `Ran ${short(line.trim())}`];
}

function objectWords({
  action_type: type = 'Acted',
  parameters,
}: {
  action_type?: unknown;
  parameters?: unknown;
}): string {
  const { server, tool } = Object(parameters) as { server?: unknown; tool?: unknown };
  return type === 'CALL_TOOL' ? `Called ${server}/${tool}` : String(type);
}

/**
 * Matches lines that only point, type, wait, count or import, after string literals are removed. Nested calls do not
 * match.
 */
const usual =
  /^\s*(?:#.*|(?:import|from)\s[^;]*|time\.sleep\([\d.\s]*\)|pyautogui\.(?!run|prompt)\w+\([^()]*\)|for \w+ in range\([\d, ]*\):|[\w, ]+ = [\d., -]+)\s*$/;
const texts = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"/g;

/** Describes the lines of an action that do more than point or type. */
function otherCode(action: string): string[] {
  const lines = action.split('\n').filter((text) => text.trim() !== '' && !usual.test(text.replace(texts, '')));
  const line = lines.find((text) => telling.test(text)) ?? lines[0];
  if (line === undefined) return [];
  const more = lines.length === 1 ? '' : ` and ${lines.length - 1} more ${lines.length === 2 ? 'line' : 'lines'}`;
  return [`Ran ${short(line.trim())}${more}`];
}

/** Calls with side effects, which describe a script best. */
const telling =
  /\bos\.(chmod|chown|remove|unlink|rename|replace|rmdir|symlink|link|system|popen)\(|\bshutil\.\w+\(|\bsubprocess\.\w+\(|\bopen\([^)]*['"][wax]b?\+?['"]|\.write(_text|_bytes)?\(|\burlopen\(|\brequests\.\w+\(/;

const endings: Readonly<Record<string, string>> = {
  DONE: 'Declared the task done',
  FAIL: 'Gave up or refused',
  WAIT: 'Waited',
};

/** Pointer moves are only described if nothing else happened. */
function merged(pointers: readonly Pointer[]): Pointer[] {
  const acts = pointers.filter((pointer) => pointer.kind !== 'move');
  return acts.length > 0 ? acts : [...pointers];
}

function wordsOf(pointer: Pointer): string {
  switch (pointer.kind) {
    case 'click': {
      const how = pointer.times === 2 ? 'Double-clicked' : pointer.button === 'right' ? 'Right-clicked' : 'Clicked';
      return `${how} at ${Math.round(pointer.x)}, ${Math.round(pointer.y)}`;
    }
    case 'drag':
      return `Dragged from ${Math.round(pointer.x)}, ${Math.round(pointer.y)} to ${Math.round(pointer.toX)}, ${Math.round(pointer.toY)}`;
    case 'move':
      return `Moved the pointer to ${Math.round(pointer.x)}, ${Math.round(pointer.y)}`;
    case 'scroll':
      return pointer.amount < 0 ? 'Scrolled down' : 'Scrolled up';
    case 'keys':
      return isKey(pointer.text) ? `Pressed ${visibleLabel(pointer.text)}` : `Typed “${short(pointer.text)}”`;
    default:
      return pointer satisfies never;
  }
}

const isKey = (text: string): boolean =>
  /^(\w+\+)+\S+$/.test(text) ||
  /^(enter|return|tab|esc|escape|space|backspace|delete|home|end|pageup|pagedown|up|down|left|right|f\d{1,2}|win|super|alt|ctrl|shift)$/i.test(
    text,
  );

const short = (text: string): string => {
  const line = visibleLabel(text);
  return line.length > mostLetters ? `${line.slice(0, mostLetters)}…` : line;
};
