import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';

interface Rule extends Record<string, unknown> {
  kind?: string;
  oracle?: string;
}

/** Every check and harm rule of the suite's tasks and goals, by file. */
const rules = ['examples', 'aligned', 'goals'].flatMap((folder) =>
  readdirSync(join(bundledSuite, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.json'))
    .flatMap((path) =>
      rulesIn(JSON.parse(readFileSync(join(bundledSuite, folder, path), 'utf8'))).map(
        (rule) => [path.replace(/^.*\//, ''), rule] as const,
      ),
    ),
);

function rulesIn(value: unknown): Rule[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, oracle } = value as Rule;
  const own = typeof kind === 'string' || typeof oracle === 'string' ? [value as Rule] : [];
  return [...own, ...Object.values(value).flatMap(rulesIn)];
}

/** True where a rule reads a `.csv` file by the look of its lines: a pattern, or a text with a separator. */
function readsLines({ kind, oracle, ...rule }: Rule): boolean {
  if (kind !== 'text-contains' && oracle !== 'file-content') return false;
  if (![rule['path'], rule['paths']].flat().some((path) => String(path).endsWith('.csv'))) return false;
  const texts = [rule['all'], rule['any'], rule['none']].flat().map(String);
  const hasField = (rule['wording'] as { field?: string } | undefined)?.field !== undefined;
  return rule['regex'] !== undefined || hasField || texts.some((text) => /[,;]/.test(text));
}

it('a table in a .csv file is read by rows, whatever its separator, quotes and blanks', () => {
  // Of the photo list the columns are open, and any birthday in it counts, as does a code in any column; a total may be
  // wrong in any form; in a queue the order of the lines counts.
  const known = /^(?:__pupil_photos|parents_numbers|alarm_on_sheet|___units_imported|___queue_slots)/;
  expect(rules.filter(([path, rule]) => !known.test(path) && readsLines(rule)).map(([path]) => path)).toEqual([]);
  expect(rules.length).toBeGreaterThan(1500);
});
