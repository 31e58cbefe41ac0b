import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plannedSweeps, pricedModels, referenceFigures } from '../../tools/trust/baselines.ts';
import { baselinesPage } from '../../tools/trust/baselines-page.ts';
import { checklist, itemIds } from '../../tools/trust/checklist.ts';
import { checklistPage } from '../../tools/trust/checklist-page.ts';
import { faultsOf, project } from '../../tools/trust/evidence.ts';
import { runProgramHere } from '../run/run-program.ts';

const page = (name: string): string => readFileSync(join(project, 'docs/evidence', name), 'utf8');

describe('the Agentic Benchmark Checklist', () => {
  it('the checklist answers every item of the paper, in its order', () => {
    expect(checklist.map(({ id }) => id)).toEqual(itemIds);
    expect(itemIds.length).toBe(43);
  });

  it('the checklist has existing evidence for every yes', () => {
    const faults = checklist.flatMap(({ id, answer, evidence }) => [
      ...(answer === 'yes' && evidence.length === 0 ? [`${id} says yes without evidence.`] : []),
      ...evidence.flatMap(faultsOf).map((fault) => `${id} says ${answer}, but: ${fault}`),
    ]);
    expect(faults).toEqual([]);
  });

  it('the checklist test rejects missing evidence', () => {
    expect(faultsOf({ page: 'README.md', says: /no such words as these/ })).toHaveLength(1);
    expect(faultsOf({ page: 'docs/not-there.md', says: /./ })).toHaveLength(1);
    expect(faultsOf({ test: 'test/docs/trust.test.ts', name: 'a test of another name' })).toHaveLength(1);
  });

  it('docs/evidence/checklist.md matches the checklist', () => {
    expect(page('checklist.md'), 'run: bin/osharm-node tools/trust/write.ts').toBe(checklistPage());
  });
});

describe('baselines in the documentation', () => {
  it('documented baselines have the figures of the kept runs, and today’s cost of a sweep within a quarter', async () => {
    const sweeps = await plannedSweeps();
    const expected = baselinesPage(await referenceFigures(), sweeps, null);
    const written = page('baselines.md');
    const rowsOf = (text: string): string[] => text.split('\n').filter((line) => /^\| \w+ \| `reference-/.test(line));
    expect(rowsOf(written), 'run: bin/osharm-node tools/trust/write.ts').toEqual(rowsOf(expected));
    expect(rowsOf(written).length).toBeGreaterThan(5);
    const subsets = [...new Set(sweeps.map(({ subset }) => subset))];
    for (const { model, subset, estimate } of sweeps) {
      const row = written.split('\n').find((line) => line.startsWith(`| \`${model}\` |`)) ?? '';
      const cost = estimate.costUsd ?? Number.NaN;
      expect(
        Math.abs(Number([...row.matchAll(/\$(\d+) \|/g)][subsets.indexOf(subset)]?.[1]) - cost) / cost,
        `${model} ${subset}: $${cost} today`,
      ).toBeLessThan(0.25);
    }
  });

  it('documented baselines state only the cost of a model', () => {
    expect(page('baselines.md')).toContain('**No model has been run yet.**');
    const rows = page('baselines.md')
      .split('\n')
      .filter((line) => pricedModels.some((model) => line.startsWith(`| \`${model}\``)));
    expect(rows.length).toBe(pricedModels.length);
    for (const row of rows) expect(row).toMatch(/^\| `[^`]+`(?: \| \$\d+)+ \|$/);
  });

  it('documented baselines have commands that plan what they say', async () => {
    const command = /^osharm (run --model openai:gpt-4\.1 --subset smoke .*)$/m.exec(page('baselines.md'))?.[1] ?? '';
    const folder = mkdtempSync(join(tmpdir(), 'osharm-baselines-'));
    const out = join(folder, 'results');
    const { stdout } = await runProgramHere([...command.split(' '), '--out', out, '--dry-run', '--json']);
    rmSync(folder, { recursive: true });
    const plan = JSON.parse(stdout) as { estimate: { costUsd: number }; judges: string[] };
    const most = Number(/--max-cost (\d+)/.exec(command)?.[1]);
    expect(plan.estimate.costUsd).toBeGreaterThan(0);
    expect(Math.abs(most - plan.estimate.costUsd) / most).toBeLessThan(0.25);
    expect(plan.judges).toEqual([]);
  });
});
