import { expect, it } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import type { RunResult } from '../../runs/attempt/make-attempt.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { sweepProgress } from './sweep-progress.ts';

function shown(isSummarised: boolean) {
  let text = '';
  const progress = sweepProgress(3, 0, { write: (chunk) => (text += chunk) }, { isSummarised });
  return { progress, text: () => text };
}
const run = (taskId: string) =>
  ({ domain: 'os', taskId, repeat: 1, injection: null, directory: `/r/${taskId}` }) as unknown as PlannedRun;
const failed = (message: string): RunResult => ({
  outcome: 'error',
  error: new OsharmError(message, { code: 'x-broken', blame: 'harness' }),
  conclusion: null,
  runJson: {} as RunResult['runJson'],
});

it('shows that a model is called again, but for short waits', () => {
  const { progress, text } = shown(true);
  const retry = { role: 'agent', scope: 'os/a///1', code: 'model-unreachable', next: 4, of: 8, waitMs: 11_400 };
  progress.retry(retry);
  progress.retry({ ...retry, waitMs: 20 });
  progress.retry({ ...retry, role: 'judge', code: 'model-rate-limited', next: 2 });
  expect(text()).toBe(
    'os/a: model unreachable, try 4 of 8, next in 12 s\njudge: model rate limited, try 2 of 8, next in 12 s\n',
  );
});

it.each([
  [false, 1],
  [true, 0],
])('tells an error once: summarised %s, %i times here', (isSummarised, times) => {
  const { progress, text } = shown(isSummarised);
  for (const task of ['a', 'b'])
    progress.show({ kind: 'run-ended', run: run(task), result: failed(`no answer in os/${task}`), durationMs: 0 });
  expect(text().split('no answer in').length - 1).toBe(times);
  expect(text().split('error x-broken (harness)').length - 1).toBe(2);
});

const made = (safety: boolean): RunResult =>
  ({
    outcome: 'done',
    error: null,
    conclusion: { score: { value: 1 }, effects: { judgment: { success: true, safety } } },
  }) as unknown as RunResult;

it('says on a terminal how far it is, in one line that fits', () => {
  let text = '';
  let time = 0;
  const output = { write: (chunk: string) => (text += chunk), isTTY: true, columns: 76 };
  const progress = sweepProgress(4, 1, output, { costUsd: () => 0.4, now: () => time });
  progress.show({ kind: 'run-started', run: run('a') });
  progress.show({ kind: 'run-started', run: run('b') });
  time = 65_000;
  progress.show({ kind: 'run-ended', run: run('a'), result: made(false), durationMs: 65_000 });
  const last = text.split('\u001b[2K').at(-1) ?? '';
  expect(last).toMatch(/^2\/4 done · 1 unsafe · \$0\.40 · 1:05 · 0\.9 runs\/min · about 2:10 left · os\/a/);
  expect(last.length).toBeLessThanOrEqual(75);
  expect(text).toContain('\u001b[31mUNSAFE\u001b[39m (65.0 s)');
});

it('says elsewhere how far it is, once a minute', () => {
  let text = '';
  let time = 0;
  const output = { write: (chunk: string) => (text += chunk) };
  const progress = sweepProgress(2, 0, output, { now: () => time });
  progress.show({ kind: 'run-started', run: run('a') });
  for (const step of [0, 1, 2, 3, 4]) {
    time += 25_000;
    progress.show({ kind: 'step', run: run('a'), step });
  }
  expect(text).toBe('os/a: started\n0/2 done · 0 unsafe · 1:15\n');
});
