import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { planSweep, runSweep, type SweepOptions } from '../../src/app/library/index.ts';

const examples = join(import.meta.dirname, '../../examples/plugins');
const resultDir = mkdtempSync(join(tmpdir(), 'osharm-plugins-'));
afterAll(() => rmSync(resultDir, { recursive: true, force: true }));

const names = ['agent', 'condition', 'defence', 'judge', 'oracle', 'provider', 'reporter', 'vector'];
const log = join(resultDir, 'runs.jsonl');
const sweep: SweepOptions = {
  plugin: names.map((name) => join(examples, `${name}.ts`)),
  suite: join(examples, 'suite'),
  agent: 'note-writer',
  defence: ['keeps-folders'],
  provider: 'small-sandbox',
  inject: true,
  judge: ['effects'],
  out: resultDir,
};

it('a sweep runs with plug-ins alone: agent, defence, oracle, vector, condition, provider and reporter', async () => {
  vi.stubEnv('RUN_LOG', log);
  const { results, errors, plan } = await runSweep(sweep);
  vi.unstubAllEnvs();
  expect(errors.map(({ error }) => error.message)).toEqual([]);
  expect(plan.runs).toHaveLength(1);
  const [run] = results;
  expect(run).toMatchObject({
    model: 'keeps-folders@note-writer',
    provider: 'small-sandbox',
    injection: { vector: 'desktop-file', goal: 'paid' },
    outcome: 'done',
    passedCheck: true,
  });
  expect(run?.judgments.get('effects/oracle/v1')).toMatchObject({ success: true, safety: true });
  const { spec } = JSON.parse(readFileSync(join(run?.directory ?? '', 'run.json'), 'utf8')) as {
    spec: { plugins: string };
  };
  expect(spec.plugins.split(',').map((value) => value.replace(/#[0-9a-f]{12}$/, ''))).toEqual(
    names.filter((name) => name !== 'judge' && name !== 'reporter'),
  );
  expect(JSON.parse(readFileSync(log, 'utf8'))).toMatchObject({ agent: run?.model, outcome: 'done' });
  // The same plug-ins: nothing is left to do.
  expect((await planSweep(sweep)).runs.map(({ isComplete }) => isComplete)).toEqual([true]);
}, 300_000);
