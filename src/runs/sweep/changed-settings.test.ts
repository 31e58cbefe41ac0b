import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunJson } from '../../base/record/run-json.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import { changedSettings } from './changed-settings.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-changed-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const startedAt = new Date(new Date().setHours(0, 3, 0, 0));
const minutes = (count: number): Date => new Date(startedAt.getTime() + count * 60_000);

function fileOf(name: string, content: string, changedAt: Date): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  utimesSync(path, changedAt, changedAt);
  return path;
}

function messageOf(
  field: string,
  [before, now]: readonly [unknown, unknown],
  {
    settings = {},
    planned = 14,
    taskId = 'a',
  }: { settings?: Partial<RunSettings>; planned?: number; taskId?: string } = {},
): string {
  const run = { domain: 'os', taskId, settings, injection: { goal: 'leak_secret' } } as unknown as PlannedRun;
  const recorded = { startedAt: startedAt.toISOString() } as RunJson;
  const changed = Array.from({ length: 14 }, () => ({ run, recorded, differences: [{ field, before, now }] }));
  const { message, hint } = changedSettings(changed, planned, 'results');
  return `${message} ${hint}`;
}

it('an edited agent file is named with the time of the first earlier run and the number of runs', () => {
  const agent = fileOf('agent.py', 'print()\n', minutes(5));
  expect(messageOf('promptsHash', ['1', '2'], { settings: { agent } })).toBe(
    'agent.py changed since 00:03. --fresh reruns 14 of 14 runs; another --out keeps these results apart. They are in results.',
  );
  expect(messageOf('promptsHash', ['1', '2'], { settings: { agent }, planned: 20 })).toMatch(
    /^agent\.py changed since 00:03\. Of 20 runs, 14 runs were executed before that\. --fresh reruns 20 of 20/,
  );
});

it('an edited module of an agent, an older file and an edited defence are named', () => {
  fileOf('helper.py', 'x = 1\n', minutes(5));
  const agent = fileOf('importing.py', 'import helper\n', minutes(-5));
  expect(messageOf('promptsHash', ['1', '2'], { settings: { agent } })).toMatch(
    /helper\.py, used by importing\.py, changed since 00:03\./,
  );
  const old = fileOf('old.py', 'print()\n', minutes(-5));
  expect(messageOf('promptsHash', ['1', '2'], { settings: { agent: old } })).toMatch(
    /^old\.py is not what it was at 00:03\./,
  );
  const guard = fileOf('guard.ts', 'export {};\n', minutes(5));
  const settings = { agent: old, defences: [guard] };
  expect(messageOf('promptsHash', ['1+2', '1+3'], { settings })).toMatch(/^guard\.ts changed since 00:03\./);
  expect(messageOf('promptsHash', ['p+1+2', 'q+1+2'], { settings })).toMatch(/^osharm’s prompts changed since 00:03\./);
});

it.each([
  ['maxSteps', [15, 50], '--max-steps was 15 and is 50.'],
  ['temperature', [null, 0.5], '--temperature was not set and is 0.5.'],
  ['taskHash', ['1', '2'], 'The files of the task os/a changed since 00:03.'],
  ['goalHash', ['1', '2'], 'The text of the goal leak_secret changed since 00:03.'],
  ['image', ['aa', 'bb'], 'The desktop image changed since 00:03 (was aa and is bb).'],
  ['plugins', ['mine#1,other@2#3', 'mine#2,other@2#3'], 'The plug-in mine changed since 00:03.'],
  ['monitorHash', ['1', '2'], 'The monitor watch.py changed since 00:03.'],
] as const)('a changed %s is named without its hash where it has one', (field, values, message) => {
  expect(messageOf(field, values, { settings: { monitor: 'watch.py' } })).toContain(`${message} --fresh`);
});
