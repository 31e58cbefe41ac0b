import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { findRuns, isComplete, readRun } from './read-run.ts';

const golden = new URL('../../../test/golden/run-loop/', import.meta.url).pathname;
let folder: ReturnType<typeof temporaryFolder>;
let run = '';
beforeEach(() => {
  folder = temporaryFolder('read');
  run = join(folder.path, 'pyautogui/screenshot_a11y_tree/gpt-4.1/os/t__inject__vs_code__stop_task');
  mkdirSync(run, { recursive: true });
  cpSync(join(golden, 'multi_distinct_seconds'), run, { recursive: true });
  rmSync(join(run, '_expect.json'));
});
afterEach(() => folder.remove());

const kinds = () => readRun(run).findings.map(({ file, kind }) => `${file}: ${kind}`);

describe('readRun', () => {
  it('readRun reads a directory of OS-Harm’s without findings', () => {
    const read = readRun(run);
    expect(read.findings).toEqual([]);
    expect(read).toMatchObject({ complete: true, score: 1, runJson: null, errorLines: [], hasRecording: true });
    expect(read.path).toMatchObject({ model: 'gpt-4.1', injection: { vector: 'vs_code', goal: 'stop_task' } });
    expect(read.betterLog?.steps.map((step) => step.actions.length)).toEqual([2, 1]);
    expect(read.actions.map((action) => action.stepNumber)).toEqual([1, 1, 2]);
  });

  it('a run whose run.json says “running” is incomplete even if another program wrote a result.txt', () => {
    writeFileSync(join(run, 'run.json'), JSON.stringify({ state: 'running' }));
    expect(isComplete(run)).toBe(false);
    writeFileSync(join(run, 'run.json'), JSON.stringify({ state: 'complete' }));
    expect(isComplete(run)).toBe(true);
    writeFileSync(join(run, 'run.json'), '{');
    expect(isComplete(run)).toBe(true);
  });

  // A worker's threads can't change the folder; only mutation runs the tests in threads.
  it.runIf(isMainThread)('readRun identifies a run by a relative path from inside the tree', () => {
    const before = process.cwd();
    try {
      process.chdir(join(run, '..'));
      expect(readRun('t__inject__vs_code__stop_task')).toMatchObject({ path: { model: 'gpt-4.1' }, findings: [] });
    } finally {
      process.chdir(before);
    }
  });

  it.each([
    'all_empty_step_limit_1',
    'done_before_other_actions',
    'first_step_empty',
    'single_and_multi_same_second',
    'unicode',
  ])('readRun reads the golden run %s', (name) => {
    const { findings, betterLog } = readRun(join(golden, name));
    expect(findings.filter((finding) => finding.kind !== 'foreign')).toEqual([]);
    expect(betterLog).not.toBeNull();
  });

  it('readRun names the malformed field of run.json and accepts missing fields', () => {
    writeFileSync(join(run, 'run.json'), JSON.stringify({ format: 'osharm-run/2', osharmVersion: 5 }));
    const { runJson, findings } = readRun(run);
    expect(runJson).toBeNull();
    expect(findings).toEqual([
      { file: 'run.json', kind: 'damaged', message: expect.stringMatching(/^osharmVersion: .*string/) },
    ]);
  });

  it('readRun reports a screenshot that is named but missing', () => {
    const { findings } = readRun(join(golden, 'middle_step_empty'));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'dangling', file: 'step_2_20250617@120015.png' }));
  });

  it('readRun keeps the readable part of truncated files', () => {
    truncateSync(join(run, 'traj.jsonl'), 400);
    truncateSync(join(run, 'better_log.json'), 900);
    expect(kinds()).toEqual(expect.arrayContaining(['traj.jsonl: cut', 'better_log.json: damaged']));
    expect(readRun(run).actions).toHaveLength(2);
  });

  it.each([
    ['1.0\n', 1],
    ['.5', 0.5],
    ['-0.25', -0.25],
    ['+2', 2],
    ['1e-3', 0.001],
    ['1.', 1],
    ['True', 1],
    ['false\n', 0],
    ['1 0', null],
    ['0x1', null],
    ['', null],
  ])('readRun reads the result %j', (text, score) => {
    writeFileSync(join(run, 'result.txt'), text);
    expect(readRun(run)).toMatchObject({ complete: true, score });
    expect(kinds().includes('result.txt: damaged')).toBe(score === null);
  });

  it('readRun reports a missing log for a complete run but not for an unfinished one', () => {
    rmSync(join(run, 'better_log.json'));
    expect(kinds()).toContain('better_log.json: missing');
    rmSync(join(run, 'result.txt'));
    expect(kinds()).not.toContain('better_log.json: missing');
    expect(readRun(run)).toMatchObject({ complete: false, score: null });
  });

  it('readRun reports a result that is not a number', () => {
    writeFileSync(join(run, 'result.txt'), 'nan?\n');
    expect(readRun(run)).toMatchObject({ complete: true, score: null });
    expect(kinds()).toContain('result.txt: damaged');
  });

  it('readRun reads error lines, computer_13 actions and unknown keys', () => {
    writeFileSync(
      join(run, 'traj.jsonl'),
      '{"step_num": 1, "action": {"action_type": "CLICK"}, "predicted_delta": "x", "screenshot_file": "step_0.png"}\n{"Error": "Time limit exceeded in os/t"}\n',
    );
    expect(readRun(run)).toMatchObject({
      errorLines: ['Time limit exceeded in os/t'],
      actions: [{ action: { action_type: 'CLICK' }, done: false, info: {} }],
    });
  });

  it('readRun reads judgments, including human and malformed ones', () => {
    const verdict = { reasoning: 'r', success: true, safety: false, violation_step: 99 };
    for (const [name, content] of [
      ['gpt-4.1/a11y_tree_default/v3/judgment.json', verdict],
      ['gpt-4.1/aer/v3/judgment.json', verdict],
      ['org%2Fjudge%3A8b/aer/v3/judgment.json', { ...verdict, reasoning: 'ours' }],
      ['org/judge/aer/v3/judgment.json', { ...verdict, violation_step: 'x' }],
      ['org/judge:8b/aer/v3/judgment.json', verdict],
      ['human/agatha.json', verdict],
      ['human/empty.json', {}],
    ] as const) {
      const path = join(run, 'judgment', name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, JSON.stringify(content));
    }
    const read = readRun(run);
    expect(read.judgments.map(({ model, type, version }) => [model, type, version])).toEqual([
      ['gpt-4.1', 'a11_tree_default', 'v3'],
      ['gpt-4.1', 'aer', 'v3'],
      ['human', 'agatha', null],
      ['org/judge:8b', 'aer', 'v3'],
      ['org/judge', 'aer', 'v3'],
    ]);
    // One judge in two spellings is one, and ours counts.
    expect(read.judgments[3]?.judgment.reasoning).toBe('ours');
    expect(kinds()).toContain('judgment/human/empty.json: damaged');
  });

  it('readRun accepts any directory without throwing', () => {
    expect(readRun(join(folder.path, 'nothing')).findings.map(({ kind }) => kind)).toContain('unreadable');
    fc.assert(
      fc.property(
        fc.constantFrom('better_log.json', 'traj.jsonl', 'result.txt', 'run.json'),
        fc.string(),
        fc.json(),
        (name, text, json) => {
          for (const content of [text, json, `{"task": {}, "steps": [${json}]}`]) {
            writeFileSync(join(run, name), content);
            expect(() => readRun(run)).not.toThrow();
          }
        },
      ),
      { numRuns: 60 },
    );
    mkdirSync(join(run, 'judgment/a/b/c/judgment.json'), { recursive: true });
    rmSync(join(run, 'run.json'), { force: true });
    mkdirSync(join(run, 'run.json'));
    expect(kinds()).toContain('run.json: unreadable');
    for (const name of ['better_log.json', 'traj.jsonl']) {
      rmSync(join(run, name), { force: true });
      execFileSync('mkfifo', [join(run, name)]);
    }
    expect(kinds()).toEqual(expect.arrayContaining(['better_log.json: unreadable', 'traj.jsonl: unreadable']));
  });
});

describe('findRuns', () => {
  it('findRuns finds runs at any depth and skips folders that it can’t enter', () => {
    const closed = join(folder.path, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0);
    expect(findRuns(folder.path)).toEqual([run]);
    expect(findRuns(run)).toEqual([run]);
    chmodSync(closed, 0o700);
  });

  it('findRuns skips hidden folders, does not search inside runs, and throws if the root can’t be read', () => {
    for (const place of ['.hidden/run', join('tree', 'b'), join('tree', 'a'), join('tree', 'a', 'inner')]) {
      mkdirSync(join(folder.path, place), { recursive: true });
      writeFileSync(join(folder.path, place, 'traj.jsonl'), '');
    }
    expect(findRuns(join(folder.path, 'tree'))).toEqual([join(folder.path, 'tree/a'), join(folder.path, 'tree/b')]);
    expect(findRuns(folder.path).filter((path) => path.includes('.hidden'))).toEqual([]);
    expect(() => findRuns(join(folder.path, 'nowhere'))).toThrow(/ENOENT/);
  });

  it('findRuns omits superseded attempts unless they are requested', () => {
    const attempts = join(folder.path, 'results.incomplete');
    const attempt = join(attempts, 'pyautogui/som/m/os/a.20250617@120000');
    mkdirSync(attempt, { recursive: true });
    writeFileSync(join(attempt, 'run.json'), '{}');
    expect(findRuns(folder.path).filter((path) => path.includes('.incomplete'))).toEqual([]);
    expect(findRuns(attempts)).toEqual([attempt]);
  });
});
