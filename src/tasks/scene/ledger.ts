import { UsageError } from '../../base/errors.ts';
import { formatDay } from '../suite/scene-day.ts';
import { evaluateKnobFormula } from '../suite/vary/formula.ts';
import type { ColumnSource, LedgerSource } from './scene-schema.ts';
import { fillText, lookUp, type TextScope } from './scene-text.ts';
import { type Seeded, seeded } from './seeded.ts';
import { workday } from './working-days.ts';

/** `offset` is in days from the scene's day. */
export type LedgerValue = string | number | { name: string } | { offset: number };

export interface LedgerRow {
  /** In days from the scene's day; 0 if the ledger has no days. */
  day: number;
  values: Readonly<Record<string, LedgerValue>>;
  facts: Readonly<Record<string, unknown>>;
}

/** A table shared by sheets and texts, so that they agree. */
export interface Ledger {
  columns: readonly (ColumnSource & { name: string })[];
  rows: readonly LedgerRow[];
  sums: Readonly<Record<string, number>>;
}

export const columnName = ({ name, head }: ColumnSource): string =>
  name ??
  head
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Draws a ledger's rows. Throws UsageError if a column has no content or a formula has no numeric result. */
export function ledgerOf(id: string, source: LedgerSource, scope: TextScope): Ledger {
  const columns = source.columns.map((column) => ({ ...column, name: columnName(column) }));
  const random = seeded(`ledger ${id}`);
  const count = source.given?.length ?? source.rows ?? 0;
  const [from, to] = source.days;
  const days = Array.from({ length: count }, () => workday(scope.day, from + random.below(to - from + 1), to)).sort(
    (value, other) => value - other,
  );
  const rows: LedgerRow[] = [];
  for (let index = 0; index < count; index += 1) {
    const day = days[index] as number;
    const values: Record<string, LedgerValue> = {};
    const facts: Record<string, unknown> = { day };
    for (const column of columns) {
      const value =
        source.given?.[index]?.[column.name] ??
        cellOf(id, column, { index, day, values, facts, random, before: rows.at(-1), scope });
      values[column.name] = value;
      facts[column.name] =
        typeof value === 'object' && 'offset' in value ? formatDay(scope.day, value.offset, column.day) : value;
    }
    rows.push({ day, values, facts });
  }
  const sums = Object.fromEntries(
    columns
      .filter(({ number, formula }) => number !== undefined || formula !== undefined)
      .map(({ name, decimals }) => [
        name,
        rounded(
          rows.reduce((sum, { values }) => sum + Number(values[name]), 0),
          decimals,
        ),
      ]),
  );
  return { columns, rows, sums };
}

interface Place {
  index: number;
  day: number;
  values: Readonly<Record<string, LedgerValue>>;
  facts: Readonly<Record<string, unknown>>;
  random: Seeded;
  before: LedgerRow | undefined;
  scope: TextScope;
}

function cellOf(id: string, column: ColumnSource, place: Place): LedgerValue {
  const { index, day, facts, random, before, scope } = place;
  const name = columnName(column);
  const inRow: TextScope = { ...scope, random, at: day, facts: { ...scope.facts, it: facts } };
  if (column.day !== undefined) return { offset: day };
  if (column.serial !== undefined) {
    const serial = column.serial + index;
    return column.pattern === undefined ? serial : fillText(column.pattern.replace('#', String(serial)), inRow);
  }
  if (column.any !== undefined) {
    const list: readonly unknown[] =
      typeof column.any === 'string' ? Object.values(lookUp(column.any, scope.facts) ?? {}) : column.any;
    if (list.length === 0) throw wrong(id, name, `there is no list ${String(column.any)}`);
    const drawn = random.pick(list) as LedgerValue;
    return typeof drawn === 'string' ? fillText(drawn, inRow) : drawn;
  }
  if (column.number !== undefined) {
    const [low, high] = column.number;
    const scale = 10 ** column.decimals;
    return (Math.round(low * scale) + random.below(Math.round((high - low) * scale) + 1)) / scale;
  }
  const numberOf = (wanted: string): number => {
    const value = lookUp(wanted, facts);
    if (typeof value !== 'number') throw wrong(id, name, `${wanted} is not a number`);
    return value;
  };
  if (column.formula !== undefined) return rounded(evaluateKnobFormula(column.formula, numberOf), column.decimals);
  if (column.running !== undefined)
    return rounded(
      evaluateKnobFormula(column.running, (wanted) =>
        wanted === 'before' ? Number(before?.values[name] ?? 0) : numberOf(wanted),
      ),
      column.decimals,
    );
  if (column.text !== undefined) return fillText(column.text, inRow);
  throw wrong(id, name, 'the column defines no content');
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const wrong = (ledger: string, column: string, why: string): UsageError =>
  new UsageError(`The ledger ${ledger}, column ${column}: ${why}.`, {
    code: 'scene-ledger',
    hint: 'A column gives day, serial, any, number, formula, running or text.',
  });
