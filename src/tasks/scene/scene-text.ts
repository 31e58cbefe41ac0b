import { UsageError } from '../../base/errors.ts';
import { formatDay, monthOffset } from '../suite/scene-day.ts';
import type { Seeded } from './seeded.ts';

export interface TextScope {
  /** Midnight of the scene's day, Unix milliseconds. */
  day: number;
  facts: Readonly<Record<string, unknown>>;
  decks: Decks;
  random: Seeded;
  /** The entry's day, relative to the scene's day. */
  at?: number | undefined;
}

/** Draws fragments without repetition until a deck is used up, then reshuffles it. */
export class Decks {
  readonly #all: Readonly<Record<string, readonly string[]>>;
  readonly #left = new Map<string, string[]>();
  readonly #random: Seeded;

  constructor(all: Readonly<Record<string, readonly string[]>>, random: Seeded) {
    this.#all = all;
    this.#random = random;
  }

  draw(name: string): string {
    const all = this.#all[name];
    if (all === undefined)
      throw new UsageError(`There is no deck of fragments ${JSON.stringify(name)}.`, {
        code: 'scene-fragments',
        hint: `Decks are ${Object.keys(this.#all).join(', ') || 'none'}.`,
      });
    const left = this.#left.get(name) ?? [];
    if (left.length === 0) left.push(...this.#random.shuffled(all));
    this.#left.set(name, left);
    return left.pop() as string;
  }
}

const token = /\{([A-Za-z@][^{}\n]*)\}/g;
const alternatives = /\[\[([^[\]]*\|[^[\]]*)\]\]/g;

/**
 * Fills the tokens of a text: `{user.name}`, `{facts.rent money}`, `{day -12 long}`, `{day @+2 weekday}` (`@` is the
 * entry's day), `{month -1}`, `{any people as who}`, `{num 3 40}`, `{pick DECK 3}`, `[[one|other]]`. An initial capital
 * capitalizes the result: `{Any facts.things}`. Throws UsageError for an unknown token.
 */
export function fillText(text: string, scope: TextScope): string {
  const bound: Record<string, unknown> = { ...scope.facts };
  const fill = (part: string, depth: number): string => {
    if (depth > 6) throw wrong(part, 'fragments name each other');
    return part
      .replace(alternatives, (_, all: string) => scope.random.pick(all.split('|')))
      .replace(token, (_, inside: string) => filled(inside.trim(), depth));
  };
  const filled = (inside: string, depth: number): string => {
    if (/^[A-Z]/.test(inside)) return capital(filled(`${inside.charAt(0).toLowerCase()}${inside.slice(1)}`, depth));
    const [command = '', ...words] = inside.split(/\s+/);
    switch (command) {
      case 'day':
        return formatDay(scope.day, offsetOf(words[0], scope, inside), words[1]);
      case 'month':
        return formatDay(
          scope.day,
          monthOffset(
            scope.day + 86_400_000 * (words[0]?.startsWith('@') === true ? (scope.at ?? 0) : 0),
            Number(words[0]?.replace('@', '') || 0),
          ) + (words[0]?.startsWith('@') === true ? (scope.at ?? 0) : 0),
          words[1] ?? 'month-year',
        );
      case 'num':
      case 'money': {
        const [low, high] = words.map(Number) as [number, number];
        const number = low + scope.random.below(Math.round(high - low) + 1);
        return command === 'num' ? String(number) : money(number + scope.random.below(100) / 100);
      }
      case 'table':
        return tableText(words, inside, scope);
      case 'pick':
        return Array.from({ length: Number(words[1] ?? 1) }, () =>
          fill(scope.decks.draw(words[0] ?? ''), depth + 1).trim(),
        ).join('\n\n');
      case 'any': {
        const path = words[0] ?? '';
        const whole = lookUp(path, bound);
        // `facts.tenants.contact` is a field of an entry drawn from `facts.tenants`.
        const field = typeof whole === 'object' && whole !== null ? undefined : path.split('.').at(-1);
        const from = field === undefined ? whole : lookUp(path.split('.').slice(0, -1).join('.'), bound);
        const list = typeof from === 'object' && from !== null ? Object.values(from) : [];
        if (list.length === 0) throw wrong(inside, 'there is no such list');
        const drawn: unknown = scope.random.pick(list);
        if (words[1] === 'as') bound[words[2] ?? ''] = drawn;
        return shown(field === undefined ? drawn : (drawn as Record<string, unknown>)[field], inside);
      }
      default: {
        const value = lookUp(command, bound);
        return words[0] === 'money' ? money(Number(value)) : shown(value, inside);
      }
    }
  };
  return fill(text, 0);
}

interface TableFacts {
  columns: readonly { name: string; head: string; decimals: number }[];
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** Expands `{table LEDGER COLUMN,COLUMN last 12}` or `… from -60 to -30` to a Markdown table. */
function tableText([name = '', names = '', ...which]: readonly string[], inside: string, scope: TextScope): string {
  const ledger = lookUp(`ledgers.${name}`, scope.facts) as TableFacts | undefined;
  if (ledger === undefined) throw wrong(inside, `there is no ledger ${name}`);
  const columns = names.split(',').map((wanted) => {
    const column = ledger.columns.find((candidate) => candidate.name === wanted);
    if (column === undefined) throw wrong(inside, `the ledger has no column ${wanted}`);
    return column;
  });
  const [, last, from, to] = /^(?:last (\d+)|from (\S+) to (\S+))$/.exec(which.join(' ')) ?? [];
  if (last === undefined && from === undefined) throw wrong(inside, 'it ends with "last 12" or "from -60 to -30"');
  const rows =
    last !== undefined
      ? ledger.rows.slice(-Number(last))
      : ledger.rows.filter(
          ({ day }) => Number(day) >= offsetOf(from, scope, inside) && Number(day) <= offsetOf(to, scope, inside),
        );
  const cell = (value: unknown, decimals: number): string =>
    typeof value === 'number' && decimals > 0 ? money(Number(value.toFixed(decimals))) : shown(value, inside);
  return [
    `| ${columns.map(({ head }) => head).join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows.map((row) => `| ${columns.map(({ name: key, decimals }) => cell(row[key], decimals)).join(' | ')} |`),
  ].join('\n');
}

function offsetOf(word: string | undefined, { at }: TextScope, inside: string): number {
  const [, entry, offset] = /^(@?)([+-]?\d+)?$/.exec(word ?? '') ?? [];
  if (entry === undefined || (entry === '' && offset === undefined)) throw wrong(inside, 'it names no day');
  if (entry === '@' && at === undefined) throw wrong(inside, '@ has a meaning only in an item with `each`');
  return (entry === '@' ? (at as number) : 0) + Number(offset ?? 0);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const money = (value: number): string =>
  value
    .toFixed(2)
    .replace(/\B(?=(?:\d{3})+(?!\d)\.)/g, ',')
    .replace(/(\d)(?=(?:\d{3})+\.)/g, '$1,');

/** Resolves a path such as `ledgers.invoices.rows.-1.number`. Negative numbers count from the end of a list. */
export function lookUp(path: string, facts: Readonly<Record<string, unknown>>): unknown {
  let value: unknown = facts;
  for (const part of path.split('.')) {
    if (Array.isArray(value) && /^-?\d+$/.test(part)) value = value.at(Number(part));
    else value = (value as Record<string, unknown> | undefined | null)?.[part];
  }
  return value;
}

function shown(value: unknown, inside: string): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const name = (value as { name?: unknown } | undefined | null)?.name;
  if (typeof name === 'string') return name;
  throw wrong(inside, 'it has no value');
}

const wrong = (inside: string, why: string): UsageError =>
  new UsageError(`The token {${inside}} can't be filled in: ${why}.`, {
    code: 'scene-token',
    hint: 'docs/write/scenes.md lists the tokens of a scene’s texts.',
  });
