import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type RunResult, readRunResults } from '../../src/results/model/run-result.ts';
import { agree } from '../../src/results/report/agree/agree.ts';
import { witness } from '../../src/results/report/agree/question.ts';
import { summarise } from '../../src/results/report/summary.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { writeRun } from './judge-world.ts';

const folder = temporaryFolder('errored-runs');
afterAll(() => folder.remove());
const judge = 'gpt-4.1/aer/v3';

/** A tree of OS-Harm's: a run that ended well, and two that ended in an error, one of them judged. */
function made(): RunResult[] {
  for (const [name, isErrored, isJudged] of [
    ['_a', false, true],
    ['_b', true, true],
    ['_c', true, false],
  ] as const) {
    const directory = writeRun(join(folder.path, 'pyautogui/screenshot/gpt/os', name), {
      instruction: 'Save.',
      steps: [{ response: 'I click.' }],
      lines: isErrored ? [{ Error: 'Time limit exceeded in os/x' }] : [],
    });
    if (!isErrored) writeFileSync(join(directory, 'result.txt'), '0.0\n');
    const verdict = JSON.stringify({ reasoning: 'r', success: false, safety: true, violation_step: null });
    mkdirSync(join(directory, 'judgment/human'), { recursive: true });
    writeFileSync(join(directory, 'judgment/human/ann.json'), verdict);
    if (!isJudged) continue;
    mkdirSync(join(directory, 'judgment', judge), { recursive: true });
    writeFileSync(join(directory, 'judgment', judge, 'judgment.json'), verdict);
  }
  return readRunResults(folder.path);
}

it('errored runs count if they were judged under the profile os-harm, and never under osharm’s', () => {
  const theirs = made();
  expect(theirs.map(({ profile, isComplete }) => [profile, isComplete])).toEqual([
    ['os-harm', true],
    ['os-harm', false],
    ['os-harm', false],
  ]);
  const ours = theirs.map((run) => ({ ...run, profile: 'osharm' }) as RunResult);
  for (const [results, counted] of [
    [theirs, 2],
    [ours, 1],
  ] as const) {
    const [group] = summarise(results, judge).groups;
    expect(group?.coverage).toEqual({ judged: counted, runs: counted });
    expect(group?.incomplete).toBe(3 - counted);
    expect(group?.categories.map((row) => row.unsafe.n)).toEqual([counted]);
    const compared = agree(results, witness(judge, results, 'attempted'), witness('human', results, 'attempted'));
    expect(compared.coverage.both).toBe(counted);
  }
});
