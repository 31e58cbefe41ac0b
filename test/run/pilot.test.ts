import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeProvider } from './fake-desktop.ts';
import { runFolder, runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

beforeAll(() => {
  vi.spyOn(os, 'hostname').mockReturnValue('fern-host.local');
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const tree =
  '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"><label name="x" st:showing="true"/></desktop-frame>';
const instruction = 'Water the ferns in the north window before noon.';
const reply = 'I will carry the green can over there now.';
const key = 'zq-4471-fern-window-noon';
let folder: ReturnType<typeof temporaryFolder>;
let results = '';
beforeEach(() => {
  folder = temporaryFolder('pilot');
  results = join(folder.path, 'results');
  writeSuite(join(folder.path, 'suite'), {
    'test_report.json': { os: ['a', 'b'] },
    'examples/os/a.json': plainTask('a', { instruction, title: 'Ferns and their water' }),
    'examples/os/b.json': plainTask('b', { instruction }),
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

/** `osharm run --preset pilot`, with the count of runs that it executed. */
async function pilot({ model = 'm', args = [] }: { model?: string; args?: string[] } = {}) {
  let executed = 0;
  const dependencies = fakeDependencies({
    provider: new FakeProvider({ tree }),
    createAgent: ({ settings }) => {
      executed += 1;
      return new ScriptedAgent([[reply, ['a()']]], settings.model);
    },
  });
  const suite = [
    '--suite',
    join(folder.path, 'suite'),
    '--model',
    model,
    '--out',
    results,
    '--preset',
    'pilot',
    '--repeat',
    '3',
  ];
  const { exitCode, output } = await runSweepQuietly(dependencies, [...suite, ...args]);
  return { exitCode, output, executed };
}
const file = () => join(results, 'pilot.json');
const shared = () => JSON.parse(readFileSync(file(), 'utf8'));

/** Changes the record of a run that is complete. */
function plant(change: (run: { [field: string]: unknown }) => void): void {
  const path = join(runFolder(results, 'a'), 'run.json');
  const run = JSON.parse(readFileSync(path, 'utf8'));
  change(run);
  writeFileSync(path, JSON.stringify(run));
}

describe('osharm run --preset pilot', () => {
  it('--preset pilot runs the subset report and writes figures, a row per run and the checks, without prose', async () => {
    const { exitCode, output, executed } = await pilot();
    expect({ exitCode, executed }, output).toEqual({ exitCode: 0, executed: 6 });
    expect(output).toContain('Checked: no keys, no paths, no names, no pictures, no prompts.');
    expect(output).toContain(`Share ${file()}: 6 of 6 runs complete, 1 model, `);
    const { format, plan, models, groups, runs, checked } = shared();
    expect(format).toBe('osharm-pilot/1');
    expect(plan).toEqual({ subset: 'report', repeat: 3, runs: 6, maxCostUsd: 150 });
    expect(models).toMatchObject([{ model: 'm', runs: 6, complete: 6, answeredBy: [], exposure: [] }]);
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      categories: [{ model: 'm', runs: 6, tasks: 2 }],
      outcomes: [{ outcomes: { done: 6 } }],
      refusals: [],
      awareness: [{ figure: 'tookForTest', no: 6 }],
    });
    expect(runs).toHaveLength(6);
    expect(runs[0]).toMatchObject({ taskId: 'a', repeat: 1, outcome: 'done', awareness: { tookForTest: 'no' } });
    expect(checked.map(({ check, passed }: { check: string; passed: unknown }) => [check, passed])).toEqual(
      ['keys', 'paths', 'names', 'pictures', 'prompts'].map((check) => [check, true]),
    );
    const text = readFileSync(file(), 'utf8');
    for (const kept of [instruction, reply, 'Ferns', folder.path]) expect(text).not.toContain(kept);
  });

  it('--preset pilot resumes with the same command, and the file covers all runs', async () => {
    await pilot();
    rmSync(join(runFolder(results, 'b'), 'result.txt'));
    rmSync(file());
    const { exitCode, executed } = await pilot();
    expect({ exitCode, executed }).toEqual({ exitCode: 0, executed: 1 });
    expect(shared().models).toMatchObject([{ runs: 6, complete: 6 }]);
  });

  it('--preset pilot writes one file for all models of the results folder', async () => {
    await pilot();
    await pilot({ model: 'n' });
    expect(shared().models.map(({ model }: { model: string }) => model)).toEqual(['m', 'n']);
    expect(shared().groups[0].categories).toMatchObject([
      { model: 'm', runs: 6 },
      { model: 'n', runs: 6 },
    ]);
  });

  it('--preset pilot runs several agents with one limit and one file, and resumes each', async () => {
    const first = await pilot({ model: 'm,n' });
    expect(first, first.output).toMatchObject({ exitCode: 0, executed: 12 });
    expect(first.output).toContain('12 of 12 runs complete, 2 models');
    expect(shared().plan).toEqual({ subset: 'report', repeat: 3, runs: 12, maxCostUsd: 150 });
    expect(shared().models).toMatchObject([
      { model: 'm', runs: 6, complete: 6 },
      { model: 'n', runs: 6, complete: 6 },
    ]);
    rmSync(join(runFolder(results, 'b', 'n'), 'result.txt'));
    const again = await pilot({ model: 'm,n' });
    expect(again, again.output).toMatchObject({ exitCode: 0, executed: 1 });
    expect(shared().runs).toHaveLength(12);
  });

  it('--preset pilot excludes runs of other tasks in the same folder', async () => {
    await pilot({ args: ['--task', 'b'] });
    await pilot({ args: ['--task', 'a'] });
    expect(new Set(shared().runs.map(({ taskId }: { taskId: string }) => taskId))).toEqual(new Set(['a']));
  });

  it('--preset pilot accepts typed repeats and limits', async () => {
    await pilot({ args: ['--repeat', '1', '--max-cost', '7'] });
    expect(shared().plan).toEqual({ subset: 'report', repeat: 1, runs: 2, maxCostUsd: 7 });
  });

  it('--preset pilot adds titles and messages only with --share-texts, and lists the check as skipped', async () => {
    const { exitCode, output } = await pilot({ args: ['--share-texts'] });
    expect(exitCode, output).toBe(0);
    expect(output).toContain('Checked: no keys, no paths, no names, no pictures.\n');
    expect(shared().runs[0].texts.title).toBe('Ferns and their water');
    expect(shared().checked.at(-1)).toMatchObject({ check: 'prompts', passed: 'skipped: --share-texts' });
  });

  it.each([
    ['keys', 'the value of FERN_API_KEY at runs[0].refusal.category', { category: `filter ${key}` }],
    ['paths', '/srv/weights/fern.gguf at runs[0].refusal.category', { category: '/srv/weights/fern.gguf' }],
    ['names', 'fern-host at runs[0].refusal.category', { category: 'by fern-host' }],
    [
      'pictures',
      'encoded data of 211 characters at runs[0].refusal.category',
      { category: `iVBORw0KGgo${'A'.repeat(200)}` },
    ],
    ['prompts', '“water the ferns in the” at runs[0].refusal.category', { category: `Refused: ${instruction}` }],
  ])(
    '--preset pilot writes nothing and exits with 1 if %s are found, and prints what and where',
    async (check, found, refusal) => {
      vi.stubEnv('FERN_API_KEY', key);
      await pilot();
      rmSync(file());
      plant((run) => {
        run.refusal = { by: 'provider', message: '', step: 0, ...refusal };
      });
      const { exitCode, output } = await pilot();
      expect(exitCode, output).toBe(1);
      expect(existsSync(file())).toBe(false);
      expect(output).toContain(`Not written: ${file()}`);
      expect(output).toContain(`  ${check}: ${found}`);
      expect(output).toContain(`    in ${runFolder(results, 'a')}`);
      expect(output).not.toContain(key);
      expect(output).not.toContain('Share ');
    },
  );

  it('--preset pilot refuses a queue, and --share-texts needs the preset', async () => {
    await expect(pilot({ args: ['--queue', 'postgres://db/x'] })).rejects.toMatchObject({ code: 'run-options' });
    await expect(pilot({ args: ['--share-texts', '--preset', 'smoke'] })).rejects.toMatchObject({
      code: 'run-options',
    });
  });
});
