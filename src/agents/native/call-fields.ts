import { OsharmError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { untypable } from './key-names.ts';

/** Limits of one call: wheel notches, typed characters, and repetitions of a key. */
export const limits = { notches: 1000, characters: 10_000, repeats: 100 } as const;
export type Direction = 'up' | 'down' | 'left' | 'right';

export function invalidAction(message: string): OsharmError {
  return new OsharmError(message, { code: 'action-invalid', blame: 'agent' });
}

/** Parses a number or a numeric string (`"640"`, `" 640.0 "`); null for anything else. */
export function plainNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : null;
}

/** The fields of a model's call. Readers throw OsharmError `action-invalid`, which names call, field and value. */
export class CallFields {
  readonly #call: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(call: string, values: unknown) {
    this.#call = call;
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw invalidAction(`${call}: the input must be an object; it is ${shownValue(values)}.`);
    this.#values = values as Record<string, unknown>;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#values, field) && this.#values[field] != null;
  }

  value(field: string): unknown {
    return this.has(field) ? this.#values[field] : undefined;
  }

  fail(field: string, mustBe: string): never {
    const value = Object.hasOwn(this.#values, field) ? this.#values[field] : undefined;
    throw invalidAction(
      `${this.#call}: ${field} must be ${mustBe}; it is ${value === undefined ? 'missing' : shownValue(value)}.`,
    );
  }

  number(field: string, otherwise?: number): number {
    if (!this.has(field) && otherwise !== undefined) return otherwise;
    return plainNumber(this.#values[field]) ?? this.fail(field, 'a number');
  }

  optionalPair(field: string): readonly [number, number] | null {
    const value = this.value(field);
    if (value === undefined) return null;
    const numbers = Array.isArray(value) ? value.map(plainNumber) : [];
    const [x, y] = numbers;
    if (numbers.length !== 2 || x == null || y == null) this.fail(field, 'two numbers, [x, y]');
    return [x, y];
  }

  optionalXY(x = 'x', y = 'y'): readonly [number, number] | null {
    return this.has(x) || this.has(y) ? [this.number(x), this.number(y)] : null;
  }

  text(field: string, otherwise?: string): string {
    const value = this.value(field);
    if (value === undefined && otherwise !== undefined) return otherwise;
    return typeof value === 'string' ? value : this.fail(field, 'a text');
  }

  typed(field: string, otherwise?: string): string {
    return typable(this.text(field, otherwise), `${this.#call}: ${field}`);
  }

  oneOf<T extends string>(field: string, names: readonly T[], otherwise?: T): T {
    const value = this.value(field);
    if (value === undefined && otherwise !== undefined) return otherwise;
    const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
    const found = names.find((known) => known === name);
    if (found !== undefined) return found;
    return this.fail(field, `${names.slice(0, -1).join(', ')} or ${names.at(-1)}${suffix(name, names)}`);
  }

  direction(field: string, otherwise?: Direction): Direction {
    return this.oneOf(field, ['up', 'down', 'left', 'right'], otherwise);
  }

  /** Notches of the wheel, rounded away from zero to at least one. */
  notches(field: string, { otherwise, perNotch = 1 }: { otherwise?: number; perNotch?: number } = {}): number {
    const amount = this.number(field, otherwise);
    const most = limits.notches * perNotch;
    if (!(Math.abs(amount) <= most)) this.fail(field, `at most ${most}`);
    return amount === 0 ? 0 : Math.sign(amount) * Math.max(1, Math.round(Math.abs(amount) / perNotch));
  }

  whole(field: string, { least, most, otherwise }: { least: number; most: number; otherwise: number }): number {
    const value = this.number(field, otherwise);
    if (!Number.isInteger(value) || value < least || value > most)
      this.fail(field, `a whole number from ${least} to ${most}`);
    return value;
  }

  seconds(field: string, otherwise: number): number {
    const value = this.number(field, otherwise);
    if (!Number.isFinite(value) || value < 0) this.fail(field, 'seconds, 0 or more');
    return value;
  }
}

/** Throws OsharmError `action-invalid` if the text is too long or has characters that no key types. */
export function typable(text: string, what: string): string {
  if (text.length > limits.characters)
    throw invalidAction(
      `${what} has ${text.length} characters; one call types at most ${limits.characters}. Type it in parts.`,
    );
  const found = untypable(text);
  if (found !== null)
    throw invalidAction(`${what} has the character ${found.character} at ${found.at}, which no key types.`);
  return text;
}

/** Positive values scroll down and right. */
export function turned(direction: Direction, notches: number): { down: number; right: number } {
  const sign = direction === 'up' || direction === 'left' ? -notches : notches;
  return direction === 'up' || direction === 'down' ? { down: sign, right: 0 } : { down: 0, right: sign };
}

function suffix(name: string, names: readonly string[]): string {
  return name === '' ? '' : didYouMean(name, names).replace(/^ /, ' (').replace(/\?$/, '?)');
}

/** Returns the value as JSON, shortened. */
export function shownValue(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
