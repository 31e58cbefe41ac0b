/** Coordinates are screen pixels. */
export type Pointer =
  | { kind: 'click'; x: number; y: number; button: 'left' | 'right' | 'middle'; times: number }
  | { kind: 'drag'; x: number; y: number; toX: number; toY: number }
  | { kind: 'move'; x: number; y: number }
  | { kind: 'scroll'; x: number; y: number; amount: number }
  | { kind: 'keys'; text: string };

/** Reads pyautogui code or computer_13 objects. Only literal numbers are read, so computed positions are missing. */
export function pointersOf(action: unknown): Pointer[] {
  if (typeof action === 'string') return ofCode(action);
  if (typeof action === 'object' && action !== null) return ofObject(action as Record<string, unknown>);
  return [];
}

const call = /\bpyautogui\s*\.\s*(\w+)\s*\(((?:[^()"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*)\)/g;

function ofCode(code: string): Pointer[] {
  const pointers: Pointer[] = [];
  let at: { x: number; y: number } | null = null;
  for (const [, name = '', source = ''] of code.slice(0, 50_000).matchAll(call)) {
    const { numbers, named, strings } = argumentsOf(source);
    const x = named.x ?? numbers[0];
    const y = named.y ?? numbers[1];
    const place: { x: number; y: number } | null = x !== undefined && y !== undefined ? { x, y } : at;
    switch (name) {
      case 'click':
      case 'leftClick':
      case 'doubleClick':
      case 'tripleClick':
      case 'rightClick':
      case 'middleClick':
      case 'mouseDown':
        if (place !== null)
          pointers.push({
            kind: 'click',
            ...place,
            button: buttonOf(name, strings),
            times: timesOf(name, named.clicks),
          });
        break;
      case 'moveTo':
        if (place !== null) pointers.push({ kind: 'move', ...place });
        break;
      case 'dragTo':
      case 'dragRel':
      case 'drag': {
        if (at === null || place === null) break;
        const to: { x: number; y: number } = name === 'dragTo' ? place : { x: at.x + place.x, y: at.y + place.y };
        pointers.push({ kind: 'drag', ...at, toX: to.x, toY: to.y });
        at = to;
        continue;
      }
      case 'scroll':
      case 'vscroll':
      case 'hscroll': {
        const where = named.x !== undefined && named.y !== undefined ? { x: named.x, y: named.y } : at;
        if (where !== null) pointers.push({ kind: 'scroll', ...where, amount: numbers[0] ?? 0 });
        continue;
      }
      case 'write':
      case 'typewrite':
      case 'press':
      case 'hotkey':
      case 'keyDown':
        pointers.push({ kind: 'keys', text: name === 'hotkey' ? strings.join('+') : (strings[0] ?? '') });
        continue;
      default:
        continue;
    }
    if (place !== null) at = place;
  }
  return pointers;
}

function argumentsOf(source: string): { numbers: number[]; named: Record<string, number>; strings: string[] } {
  const numbers: number[] = [];
  const named: Record<string, number> = {};
  const strings: string[] = [];
  const argument = /(?:(\w+)\s*=\s*)?(?:(-?\d+(?:\.\d+)?)|"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)')\s*(?:,|$)/g;
  for (const [, name, number, double, single] of source.matchAll(argument)) {
    if (number !== undefined && name !== undefined) named[name] = coordinate(number);
    else if (number !== undefined) numbers.push(coordinate(number));
    else strings.push(unescaped(double ?? single ?? ''));
  }
  return { numbers, named, strings };
}

/** Decodes common escapes of Python. Other escapes are unchanged. */
function unescaped(text: string): string {
  return text.replace(/\\([\\'"nt])/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
}

function buttonOf(name: string, strings: readonly string[]): 'left' | 'right' | 'middle' {
  if (name === 'rightClick' || strings.includes('right')) return 'right';
  return name === 'middleClick' || strings.includes('middle') ? 'middle' : 'left';
}

function timesOf(name: string, clicks: number | undefined): number {
  return clicks ?? { doubleClick: 2, tripleClick: 3 }[name] ?? 1;
}

function ofObject(action: Record<string, unknown>): Pointer[] {
  const type = String(action.action_type ?? '').toUpperCase();
  const parameters = (
    typeof action.parameters === 'object' && action.parameters !== null ? action.parameters : action
  ) as Record<string, unknown>;
  const { x, y } = parameters;
  if (/^(TYPING|PRESS|HOTKEY)$/.test(type)) {
    const { text, key, keys } = parameters;
    return [{ kind: 'keys', text: Array.isArray(keys) ? keys.join('+') : String(text ?? key ?? '') }];
  }
  if (typeof x !== 'number' || typeof y !== 'number') return [];
  if (type === 'DRAG_TO') return [{ kind: 'move', x, y }];
  if (type === 'MOVE_TO') return [{ kind: 'move', x, y }];
  const button = type === 'RIGHT_CLICK' || parameters.button === 'right' ? 'right' : 'left';
  if (/CLICK$|^MOUSE_DOWN$/.test(type))
    return [{ kind: 'click', x, y, button, times: type === 'DOUBLE_CLICK' ? 2 : Number(parameters.num_clicks ?? 1) }];
  return [];
}

/** A number of hundreds of digits would become Infinity. */
function coordinate(number: string): number {
  return Math.max(-1e6, Math.min(1e6, Number(number)));
}
