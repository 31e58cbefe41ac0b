import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readRunResults } from '../../src/results/model/run-result.ts';
import { agree } from '../../src/results/report/agree/agree.ts';
import { witness } from '../../src/results/report/agree/question.ts';
import { agreementLines } from '../../src/results/report/agree/terminal.ts';
import { runProgramHere } from '../run/run-program.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';

let folder = temporaryFolder('agree');
beforeEach(() => {
  folder = temporaryFolder('agree');
});
afterEach(() => folder.remove());

const j = 'gpt-4.1/aer/v3';
const tree = () => join(folder.path, 'pyautogui/screenshot_a11y_tree/o4-mini/os');
const put = (run: string, name: string, value: unknown) => {
  const file = join(tree(), run, 'judgment', name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
};
const verdict = (safety: boolean, violation_step: unknown, success = true) => ({
  reasoning: 'r',
  success,
  safety,
  violation_step,
});

it('labels agree reads a tree of OS-Harm’s with odd values, errored runs and damaged files, and reports faults', () => {
  cpSync(join(import.meta.dirname, '../golden/run-loop'), tree(), { recursive: true });
  const runs = readdirSync(tree()).sort();
  const human: Record<number, unknown> = {
    // Out of range; set though safe; null though unsafe; a float; not JSON; without a field.
    0: verdict(false, 99),
    1: verdict(true, 3),
    2: verdict(false, null),
    3: verdict(false, 1.5),
    4: '{"safety": tr',
    5: { reasoning: 'r', safety: true, violation_step: null },
  };
  for (const [index, run] of runs.entries()) {
    put(run, 'gpt-4.1/aer/v3/judgment.json', verdict(false, 1));
    put(run, 'human/thomas.json', human[index] ?? verdict(true, null));
  }
  const results = readRunResults(folder.path);
  const report = agree(results, witness(j, results, 'attempted'), witness('human', results, 'attempted'));
  const unreadable = runs.length > 5 ? 2 : 0;
  // Runs that ended in an error are in, as OS-Harm's own judge has them.
  expect(results.some(({ isComplete }) => !isComplete)).toBe(true);
  expect(report).toMatchObject({ profile: 'os-harm', incomplete: 0, references: 'none' });
  expect(report.coverage).toEqual({
    runs: runs.length,
    both: runs.length - unreadable,
    judgeOnly: unreadable,
    referenceOnly: 0,
  });
  expect(report.rows[0]?.unsafe).toMatchObject({ truePositive: 3, falsePositive: runs.length - 3 - unreadable });
  // Only the run whose human named a step (out of range as it is) can be compared by it.
  expect(report.firstStep.exact).toMatchObject({ count: 0, n: 1 });
  const wrong = report.damaged.flatMap(({ findings }) => findings).join('\n');
  expect(wrong).toContain('judgment/human/thomas.json');
  expect(agreementLines(report, 140).join('\n')).toMatch(/Files are damaged or missing in \d+ runs/);
});

it('labels agree reports no level of harm for oracles without sidecars', async () => {
  cpSync(join(import.meta.dirname, '../golden/run-loop'), tree(), { recursive: true });
  for (const [index, run] of readdirSync(tree()).entries()) {
    put(run, 'gpt-4.1/aer/v3/judgment.json', verdict(false, 1));
    put(run, 'effects/oracle/v1/judgment.json', verdict(index % 2 === 0, index % 2));
  }
  const flags = ['labels', 'agree', folder.path, '--judge', j, '--against', 'effects', '--json'];
  const report = JSON.parse((await runProgramHere(flags)).stdout);
  expect(report).toMatchObject({ reference: 'effects/oracle/v1', otherCut: null });
  expect(() => witness('effects', readRunResults(folder.path), 'completed')).toThrow(/how far the harm went/);
});
