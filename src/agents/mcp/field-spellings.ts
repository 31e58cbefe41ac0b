import { withoutUndefined } from '../../base/without-undefined.ts';
import { CallFields, invalidAction, shownValue, turned } from '../native/call-fields.ts';

/**
 * What other computer-use tools call a field: Anthropic's, OpenAI's and Google's tools, `computer_13`, Playwright's MCP
 * server. A list of two names is a pair, [x, y] or {x, y}.
 */
export type FieldSpellings = Readonly<Record<string, string | readonly [x: string, y: string]>>;

/** Pixels that one notch of the wheel scrolls, for tools that scroll by pixels. */
const pixelsPerNotch = 100;
/** Notches of a scroll that has a direction only, as in Anthropic's tool. */
const usualNotches = 3;

/**
 * Returns the fields by our names. Null counts as missing, as in OpenAI's strict mode. Throws OsharmError
 * `action-invalid` for an invalid pair, and for two names of one field.
 */
export function ownNames(tool: string, input: unknown, spellings: FieldSpellings): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalidAction(`${tool}: the input must be an object; it is ${shownValue(input)}.`);
  const named = new Map<string, { value: unknown; givenAs: string }>();
  for (const [given, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue;
    for (const [name, part] of ownFields(tool, given, value, spellings)) {
      const other = named.get(name)?.givenAs;
      if (other !== undefined) throw invalidAction(`${tool}: ${other} and ${given} mean the same; give one of them.`);
      named.set(name, { value: part, givenAs: given });
    }
  }
  return Object.fromEntries([...named].map(([name, { value }]) => [name, value]));
}

function ownFields(tool: string, given: string, value: unknown, spellings: FieldSpellings): [string, unknown][] {
  const own = Object.hasOwn(spellings, given) ? spellings[given] : undefined;
  if (own === undefined) return [[given, value]];
  if (typeof own === 'string') return [[own, value]];
  const pair = pairOf(value);
  if (pair === null) throw invalidAction(`${tool}: ${given} must be two numbers, [x, y]; it is ${shownValue(value)}.`);
  return [
    [own[0], pair[0]],
    [own[1], pair[1]],
  ];
}

/** Reads [x, y], {x, y}, or either of them as text: `[100, 200]`, `(100,200)`. */
function pairOf(value: unknown): readonly [unknown, unknown] | null {
  if (Array.isArray(value)) return value.length === 2 ? [value[0], value[1]] : null;
  if (typeof value === 'object' && value !== null && 'x' in value && 'y' in value) return [value.x, value.y];
  const numbers = typeof value === 'string' ? /^\s*[[(]?([^,[\]()]+),([^,[\]()]+)[\])]?\s*$/.exec(value) : null;
  return numbers === null ? null : [numbers[1], numbers[2]];
}

/** Replaces `up`, `left`, `direction` with `amount`, and `scroll_x` and `scroll_y` in pixels by `down` and `right`. */
export function withNotches(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { direction, amount, scroll_x, scroll_y, up, left, ...own } = fields;
  const ways = [direction ?? amount, scroll_x ?? scroll_y, own.down ?? own.right ?? up ?? left].filter(
    (way) => way !== undefined,
  );
  if (ways.length > 1)
    throw invalidAction('scroll: give down or right, or direction and amount, or scroll_x and scroll_y.');
  const call = new CallFields('scroll', fields);
  if (call.has('direction') || call.has('amount')) {
    const notches = call.notches('amount', { otherwise: usualNotches });
    if (notches < 0) call.fail('amount', '0 or more, in direction');
    return { ...own, ...turned(call.direction('direction'), notches) };
  }
  if (call.has('scroll_x') || call.has('scroll_y')) {
    const notches = (field: string) => call.notches(field, { otherwise: 0, perNotch: pixelsPerNotch });
    return { ...own, down: notches('scroll_y'), right: notches('scroll_x') };
  }
  return { ...own, ...opposite(call, 'up', 'down'), ...opposite(call, 'left', 'right') };
}

function opposite(call: CallFields, from: string, to: string): Record<string, number> {
  if (!call.has(from)) return {};
  if (call.has(to)) throw invalidAction(`scroll: give ${from} or ${to}, not both.`);
  return { [to]: -call.number(from) };
}

/**
 * Reads the ends of a drag by `path` (OpenAI), by x and y with `destination_x` and `destination_y` (Google), or by x
 * and y alone, the end (`computer_13`).
 */
export function withEnds({
  x,
  y,
  destination_x,
  destination_y,
  path,
  ...own
}: Record<string, unknown>): Record<string, unknown> {
  const hasDestination = destination_x !== undefined || destination_y !== undefined;
  if (path !== undefined) {
    const [from, to, ...more] = Array.isArray(path) ? path.map(pairOf) : [];
    if (from == null || to == null || more.length > 0 || x !== undefined || y !== undefined || hasDestination)
      throw invalidAction(`drag: path must be a list of two points, and nothing beside it; it is ${shownValue(path)}.`);
    return { ...own, from_x: from[0], from_y: from[1], to_x: to[0], to_y: to[1] };
  }
  const ends = hasDestination
    ? { from_x: x, from_y: y, to_x: destination_x, to_y: destination_y }
    : { to_x: x, to_y: y };
  for (const [name, value] of Object.entries(withoutUndefined(ends))) {
    if (Object.hasOwn(own, name)) throw invalidAction(`drag: ${name} is given twice, under two names.`);
    own[name] = value;
  }
  return own;
}
