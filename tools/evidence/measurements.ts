import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'docs/evidence/data');
const index = join(folder, 'measured.json');

export interface Measured {
  date: string;
  /** Commit that ran; null if the runs used several commits. */
  commit: string | null;
  /** Command that repeats the measurement; null for work by people. */
  command: string | null;
  size: string;
}

export type MeasuredRow = Readonly<Record<string, string>>;

export const measured = (): Record<string, Measured> =>
  JSON.parse(readFileSync(index, 'utf8')) as Record<string, Measured>;

export const measuredRows = (name: string): MeasuredRow[] =>
  parse(readFileSync(join(folder, `${name}.csv`), 'utf8'), { columns: true }) as MeasuredRow[];

const field = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function saveMeasurement(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
  { command, size }: Pick<Measured, 'command' | 'size'>,
): void {
  const lines = [columns, ...rows].map((row) => row.map(field).join(','));
  writeFileSync(join(folder, `${name}.csv`), `${lines.join('\n')}\n`);
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const all = { ...measured(), [name]: { date, commit, command, size } };
  writeFileSync(index, `${JSON.stringify(all, null, 2)}\n`);
}
