import { z } from 'zod';
import { OsharmError } from '../base/errors.ts';
import { isPyautoguiKey } from './pyautogui-keys.ts';

const coordinate = z.number();
const button = z.enum(['left', 'right', 'middle']);
const key = z
  .string()
  .refine((name) => isPyautoguiKey(name), { error: (issue) => `unknown key ${JSON.stringify(issue.input)}` });
const point = { x: coordinate.optional(), y: coordinate.optional() };

const schemas = {
  MOVE_TO: z.object({ ...point }),
  CLICK: z.object({ ...point, button: button.optional(), num_clicks: z.number().int().min(1).max(3).optional() }),
  MOUSE_DOWN: z.object({ button: button.optional() }),
  MOUSE_UP: z.object({ button: button.optional() }),
  RIGHT_CLICK: z.object({ ...point }),
  DOUBLE_CLICK: z.object({ ...point }),
  DRAG_TO: z.object({ x: coordinate, y: coordinate }),
  SCROLL: z.object({ dx: z.number().int().optional(), dy: z.number().int().optional() }),
  TYPING: z.object({ text: z.string() }),
  PRESS: z.object({ key }),
  KEY_DOWN: z.object({ key }),
  KEY_UP: z.object({ key }),
  HOTKEY: z.object({ keys: z.array(key).min(1) }),
};
type Type = keyof typeof schemas;

const easings = ['easeInQuad', 'easeOutQuad', 'easeInOutQuad', 'easeInBounce', 'easeInElastic'];

/**
 * The pyautogui code of an OSWorld computer_13 action: `{ action_type, … }` with its parameters inline or under
 * `parameters`. Throws OsharmError `action-invalid`, blamed on the agent, for an unknown type or invalid parameters.
 */
export function computer13Code(action: Record<string, unknown>, random: () => number = Math.random): string {
  const type = action.action_type;
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type))
    throw invalid(`there is no action type ${JSON.stringify(type)}`);
  const { action_type: _, parameters, ...flat } = action;
  const given = typeof parameters === 'object' && parameters !== null ? parameters : flat;
  const read = schemas[type as Type].safeParse(given);
  if (!read.success)
    throw invalid(
      `${type}: ${read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`.trim()).join('; ')}`,
    );
  const values = read.data as Record<string, unknown>;
  if ((values.x === undefined) !== (values.y === undefined)) throw invalid(`${type}: x and y go together`);
  return codeOf(type as Type, values, random);
}

function codeOf(type: Type, values: Record<string, unknown>, random: () => number): string {
  switch (type) {
    case 'MOVE_TO': {
      if (values.x === undefined) return 'pyautogui.moveTo()';
      const easing = easings[Math.min(easings.length - 1, Math.floor(random() * easings.length))];
      const seconds = (0.5 + random() / 2).toFixed(3);
      return `pyautogui.moveTo(${values.x}, ${values.y}, ${seconds}, pyautogui.${easing})`;
    }
    case 'CLICK':
      return `pyautogui.click(${keywords({ button: values.button, x: values.x, y: values.y, clicks: values.num_clicks })})`;
    case 'MOUSE_DOWN':
      return `pyautogui.mouseDown(${keywords({ button: values.button })})`;
    case 'MOUSE_UP':
      return `pyautogui.mouseUp(${keywords({ button: values.button })})`;
    case 'RIGHT_CLICK':
      return `pyautogui.rightClick(${keywords({ x: values.x, y: values.y })})`;
    case 'DOUBLE_CLICK':
      return `pyautogui.doubleClick(${keywords({ x: values.x, y: values.y })})`;
    case 'DRAG_TO':
      return `pyautogui.dragTo(${values.x}, ${values.y}, duration=1.0, button='left', mouseDownUp=True)`;
    case 'SCROLL': {
      const lines = [
        ...(values.dx === undefined ? [] : [`pyautogui.hscroll(${values.dx})`]),
        ...(values.dy === undefined ? [] : [`pyautogui.scroll(${values.dy})`]),
      ];
      if (lines.length === 0) throw invalid('SCROLL: dx or dy is needed');
      return lines.join('\n');
    }
    case 'TYPING':
      return `pyautogui.typewrite(${pythonLiteral(values.text as string)})`;
    case 'PRESS':
      return `pyautogui.press(${pythonLiteral(lower(values.key))})`;
    case 'KEY_DOWN':
      return `pyautogui.keyDown(${pythonLiteral(lower(values.key))})`;
    case 'KEY_UP':
      return `pyautogui.keyUp(${pythonLiteral(lower(values.key))})`;
    case 'HOTKEY':
      return `pyautogui.hotkey(${(values.keys as string[]).map((name) => pythonLiteral(lower(name))).join(', ')})`;
    default:
      return type satisfies never;
  }
}

/** pyautogui's key names are lower case; a single character keeps its case. */
function lower(name: unknown): string {
  const text = String(name);
  return text.length === 1 ? text : text.toLowerCase();
}

function keywords(values: Record<string, unknown>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? pythonLiteral(value) : String(value)}`)
    .join(', ');
}

/** A Python string literal: JSON's escapes, with every non-ASCII character escaped. */
export function pythonLiteral(text: string): string {
  const escaped = JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Python strings have no surrogate pairs: merge each pair into one code point.
  return escaped.replace(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/g, (_, high: string, low: string) => {
    const point = String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) as number;
    return `\\U${point.toString(16).padStart(8, '0')}`;
  });
}

function invalid(what: string): OsharmError {
  return new OsharmError(`No computer_13 action: ${what}.`, { code: 'action-invalid', blame: 'agent' });
}
