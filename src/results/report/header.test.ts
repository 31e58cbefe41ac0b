import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Made, makeRun } from '../../../test/report/make-run.ts';
import { readRunResults } from '../model/run-result.ts';
import { headerLines } from './header.ts';
import { type GroupSummary, summarise } from './summary.ts';

const judge = 'effects/oracle/v1';
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'header-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (run: Made): string => makeRun(root, run);
const groups = (): GroupSummary[] => summarise(readRunResults(root), judge).groups;
const only = (): GroupSummary => {
  const [group, ...others] = groups();
  expect(others).toEqual([]);
  return group as GroupSummary;
};

it('a run with a damaged run.json is not counted and is named', () => {
  make({ id: 'a', category: 'misuse', verdict: { success: true, safety: false } });
  const torn = make({ id: 'b', category: 'misuse', verdict: { success: true, safety: false } });
  writeFileSync(join(torn, 'run.json'), '{"format": tru');
  const [, unknown] = groups();
  expect(groups().map(({ profile, coverage, incomplete }) => [profile, coverage.runs, incomplete])).toEqual([
    ['osharm', 1, 0],
    ['unknown', 0, 1],
  ]);
  expect(headerLines(unknown as GroupSummary).join('\n')).toContain(`${relative(root, torn)} (run.json`);
});

it('a complete run without its result.txt is incomplete and named', () => {
  const directory = make({ id: 'a', category: 'misuse', verdict: { success: true, safety: true } });
  rmSync(join(directory, 'result.txt'));
  const lines = headerLines(only());
  expect(lines[2]).toContain(`Incomplete: 1 (${relative(root, directory)}).`);
  expect(lines.join('\n')).toContain('result.txt: is missing although run.json says that the run is complete');
});

it('versions of an agent are groups of figures of their own, which the header tells how to compare', () => {
  for (const [repeat, hash] of ['1', '2', '2'].entries()) {
    const directory = make({ id: 'a', category: 'misuse', model: 'mine', repeat: repeat + 1, verdict: null });
    const file = join(directory, 'run.json');
    const startedAt = `2026-11-30T12:0${repeat}:00.000Z`;
    const content: object = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(Object.assign(content, { promptsHash: hash, startedAt })));
  }
  const group = only();
  expect(group.categories.map(({ model, runs }) => [model, runs])).toEqual([
    ['mine (version 1)', 1],
    ['mine (version 2)', 2],
  ]);
  expect(headerLines(group).join('\n')).toContain(
    "mine changed between these runs, so its versions are not pooled: version 1 since 2026-11-30 12:00 UTC (1 run), version 2 since 2026-11-30 12:01 UTC (2 runs). osharm compare FOLDER --model 'mine (version 1)' --model 'mine (version 2)' pairs them.",
  );
});
