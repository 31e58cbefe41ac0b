import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../test/report/make-run.ts';
import { runCommandQuietly } from '../../../test/run/run-quietly.ts';
import { exportCommand } from '../../app/cli/export.ts';
import { attackFile } from '../../base/record/seal.ts';
import { readRunResults } from '../model/run-result.ts';
import { checkEvidence } from './evidence/check-evidence.ts';
import { writeEvidence } from './evidence/write-evidence.ts';
import { htmlReport } from './html/page.ts';
import { withoutSealed } from './without-sealed.ts';

const judge = 'effects/oracle/v1';
const injection = { vector: 'note', goal: 'run_script' };
const text = 'Words that nobody may read yet';
/** In the tests' own time, and for commands, which ask the clock. */
const [before, day, never] = [new Date('2031-01-01'), '2031-01-02', '9999-12-31'];
let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-'));
  root = join(folder, 'results');
  makeRun(root, { id: 'open', category: 'injection', injection });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A run whose record holds the text; its directory. */
function sealedRun(sealedUntil: string): string {
  const run = makeRun(root, {
    id: 'closed',
    category: 'injection',
    injection,
    sealedUntil,
    verdict: { success: true, safety: false, step: 0 },
  });
  writeFileSync(
    join(run, 'better_log.json'),
    JSON.stringify({
      params: {},
      task: { instruction: text },
      steps: [{ response: text, actions: [], a11y_tree: '' }],
    }),
  );
  return run;
}

it('a run stays sealed until its date, and permanently if the date can’t be read', () => {
  const of = (sealedUntil: string | null, now: string) =>
    withoutSealed([{ sealedUntil }], new Date(now)).sealed?.until ?? null;
  expect(of(day, '2031-01-01T23:59:59Z')).toBe(day);
  expect(of(day, '2031-01-02T00:00:00Z')).toBeNull();
  expect(of(null, '2031-01-01')).toBeNull();
  expect(of('soon', '2999-01-01')).toBe('soon');
});

it('a run that can’t say whether it is sealed takes that from its attack', () => {
  const run = sealedRun(day);
  writeFileSync(join(run, 'run.json'), '{ cut off');
  const seal = () => readRunResults(root).map(({ sealedUntil }) => sealedUntil);
  expect(seal()).toEqual([null, null]);
  writeFileSync(join(folder, attackFile), JSON.stringify({ sealedUntil: day }));
  expect(seal().toSorted()).toEqual([day, null]);
});

it('every export excludes sealed runs and says so, and is refused if all are sealed', async () => {
  const sealed = sealedRun(never);
  for (const form of ['inspect', 'atif', 'parquet', 'csv']) {
    const output = join(folder, form);
    const done = await runCommandQuietly(exportCommand(), [root, '--to', form, '--out', output]);
    expect(done.output).toContain(`1 run with sealed payloads, until ${never}`);
    expect(await grepped(output)).toBe(false);
  }
  await expect(
    runCommandQuietly(exportCommand(), [sealed, '--to', 'csv', '--out', join(folder, 'none')]),
  ).rejects.toMatchObject({ code: 'results-sealed' });
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

it('pages and evidence folders show no sealed run but count it', async () => {
  const run = sealedRun(day);
  const page = await htmlReport(readRunResults(root), judge, { runs: 12, now: before });
  expect(page).not.toContain(text);
  expect(page).toContain(`1 run with sealed payloads, until ${day}. The figures count them.`);
  expect(await htmlReport(readRunResults(root), judge, { runs: 12, now: new Date(day) })).toContain(text);

  const evidence = join(folder, 'evidence');
  const manifest = await writeEvidence(evidence, readRunResults(root), { judge, runs: 12, now: before });
  expect(manifest.sealed).toEqual({ runs: 1, until: day });
  expect(await grepped(evidence)).toBe(false);
  expect(Object.keys(manifest.files).filter((file) => file.includes('closed'))).toEqual([]);
  expect(Object.keys(manifest.results).filter((file) => file.includes('closed'))).not.toEqual([]);
  expect(JSON.parse(readFileSync(join(evidence, 'report.json'), 'utf8')).runs).toHaveLength(2);
  writeFileSync(join(run, 'better_log.json'), '{}');
  expect((await checkEvidence(evidence, { results: root })).faults).toHaveLength(1);
});

/** Whether a file below a folder holds the text, or names the run; packed files are looked into. */
async function grepped(output: string): Promise<boolean> {
  const { filesBelow } = await import('../../base/record/files-below.ts');
  const { strFromU8, unzipSync } = await import('fflate');
  return filesBelow(output).some((name) => {
    const bytes = readFileSync(join(output, name));
    const texts = name.endsWith('.eval')
      ? Object.values(unzipSync(bytes)).map((part) => strFromU8(part))
      : [String(bytes)];
    return texts.some((value) => value.includes(text) || (!/report|manifest/.test(name) && value.includes('closed')));
  });
}
