import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeClasses, makeResults } from '../../../../test/report/made-results.ts';
import { readRunResults } from '../../model/run-result.ts';
import { tableBlock } from '../formats/terminal.ts';
import type { ReportTable } from '../report-table.ts';
import { type GroupSummary, summarise } from '../summary.ts';
import type { ShownGroup } from './definition.ts';
import { reportTables, tables } from './registry.ts';

const root = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
makeResults(root);
const results = readRunResults(root);
const ofClasses = mkdtempSync(join(tmpdir(), 'classes-'));
afterAll(() => rmSync(ofClasses, { recursive: true, force: true }));
for (const model of ['model-a', 'model-b']) makeClasses(ofClasses, model);
const judge = 'effects/oracle/v1';
const labelled = results.filter((run) => run.suite === 'hermetic' && run.defences.length === 0);
const groups = [results, labelled, readRunResults(ofClasses)].flatMap(
  (runs, isLabelled) => summarise(runs, judge, isLabelled === 1 ? { correctBy: 'human/ann' } : {}).groups,
);

const rounded = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

describe.each(tables.map((table) => [table.key, table] as const))('%s', (key, table) => {
  const [group] = groups.toSorted((groupSummary, other) => other[key].length - groupSummary[key].length) as [
    GroupSummary,
  ];
  const rows: readonly unknown[] = group[key];

  it('the rows of a report table match its schema exactly', () => {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(table.row.strict().parse(JSON.parse(JSON.stringify(row)))).toBeDefined();
  });

  it('a printed report table matches its golden file', async () => {
    const show = table.show as unknown as (rows: readonly unknown[], group: ShownGroup) => ReportTable[];
    const blocks = show(rows, group)
      .filter((shown) => shown.rows.length > 0)
      .map((shown) => [`[${shown.id}]`, ...tableBlock(shown, 160)].join('\n'));
    const text = `${blocks.join('\n\n')}\n\nreport.json: ${JSON.stringify(rows[0], rounded, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`golden/${key}.txt`);
  });
});

it('every printed table has a place, and each id one place', () => {
  const ids = groups.map((group) => reportTables(group).map(({ id }) => id));
  for (const shown of ids)
    expect(shown.filter((id, at) => shown.indexOf(id) !== at && shown[at - 1] !== id)).toEqual([]);
});
