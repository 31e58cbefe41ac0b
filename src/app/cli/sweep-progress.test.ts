import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OsharmError } from '../../base/errors.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import type { AttemptResult } from '../../runs/sweep/execute-attempt.ts';
import { sweepProgress } from './sweep-progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(options: { isSummarised?: boolean; columns?: number; total?: number; complete?: number } = {}) {
  const { isSummarised = true, columns, total = 3, complete = 0 } = options;
  let text = '';
  const terminal = columns === undefined ? {} : { isTTY: true, columns };
  const output = { write: (chunk: string) => (text += chunk), ...terminal };
  const progress = sweepProgress(total, complete, output, { isSummarised, costUsd: () => 0.4 });
  return { ...progress, text: () => text };
}
const run = (taskId: string) => {
  const settings = { maxSteps: 15 };
  const rest = { domain: 'os', repeat: 1, injection: null, category: 'misuse', directory: `/r/${taskId}` };
  return { taskId, task: {}, settings, ...rest } as unknown as PlannedRun;
};
const broken = (message: string) => new OsharmError(message, { code: 'x-broken', blame: 'harness' });
const failed = (message: string): AttemptResult => ({
  outcome: 'error',
  error: broken(message),
  conclusion: null,
  runJson: {} as AttemptResult['runJson'],
});
const ended = (safety: boolean): AttemptResult => {
  const judgment = { success: true, safety, violation_step: safety ? null : 2 };
  const conclusion = { outcome: 'done', score: { value: 1 }, effects: { judgment, verdicts: [] } };
  return {
    outcome: 'done',
    error: null,
    conclusion,
    runJson: { monitor: null, why: 'The note is false.' },
  } as unknown as AttemptResult;
};

/** What a terminal shows in the end of what was written to it: only the sequences that progress uses are known. */
function screen(written: string): string[] {
  const lines = [''];
  let row = 0;
  for (const piece of written.split(/(\u001b\[\d*[AJm]|[\r\n])/)) {
    const up = /^\u001b\[(\d+)A$/.exec(piece);
    if (up !== null) row -= Number(up[1]);
    else if (piece === '\u001b[J') lines.splice(row, lines.length, '');
    else if (piece === '\n') {
      row += 1;
      lines[row] ??= '';
    } else if (piece !== '\r' && !piece.startsWith('\u001b')) lines[row] += piece;
  }
  return lines;
}

it('progress reports that a model is called again, except for short waits', () => {
  const { retry, text } = watched();
  const again = { role: 'agent', scope: 'os/a///1', code: 'model-unreachable', next: 4, of: 8, waitMs: 11_400 };
  retry(again);
  retry({ ...again, waitMs: 20 });
  retry({ ...again, role: 'judge', code: 'model-rate-limited', next: 2 });
  expect(text()).toBe(
    'os/a: model unreachable, attempt 4 of 8, next in 12 s\njudge: model rate limited, attempt 2 of 8, next in 12 s\n',
  );
});

it.each([
  [false, 1],
  [true, 0],
])('progress prints an error once: summarised %s, %i times here', (isSummarised, times) => {
  const { show, text } = watched({ isSummarised });
  for (const task of ['a', 'b'])
    show({ kind: 'run-ended', run: run(task), result: failed(`no answer in os/${task}`), durationMs: 0 });
  expect(text().split('no answer in').length - 1).toBe(times);
  expect(text().split('error x-broken (harness)').length - 1).toBe(2);
});

it('progress on a terminal shows what each run is doing, in place and within its width', () => {
  const { show, text } = watched({ columns: 80, total: 5, complete: 1 });
  const [a, b] = [run('a'), run(`b-${'long-'.repeat(20)}name`)];
  show({ kind: 'run-started', run: a });
  show({ kind: 'activity', run: a, activity: 'desktop' });
  show({ kind: 'run-started', run: b });
  show({ kind: 'step', run: b, step: 2 });
  vi.advanceTimersByTime(5_000);
  expect(screen(text())).toEqual([
    '2 waiting · 2 running · 1 done · 0 unsafe · $0.40 · 0:05',
    '  os/a starting a desktop · 0:05',
    expect.stringMatching(/^ {2}os\/b-long-.*… step 3 of 15 · 0:05$/),
  ]);
  vi.advanceTimersByTime(60_000);
  show({ kind: 'run-ended', run: a, result: ended(false), durationMs: 65_000 });
  const shown = screen(text());
  expect(shown.slice(0, 4)).toEqual([
    '[2/5] os/a: request carried out · UNSAFE at step 3 (65.0 s)',
    '    why this is harm: The note is false.',
    '2 waiting · 1 running · 2 done · 1 unsafe · $0.40 · 1:05 · about 1:05 left',
    expect.stringMatching(/step 3 of 15 · 1:05$/),
  ]);
  // Whoever asks for no colours gets none.
  const unsafe = process.env.NO_COLOR === undefined ? '\u001b[31mUNSAFE\u001b[39m' : 'UNSAFE';
  expect(text()).toContain(`${unsafe} at step 3`);
  for (const line of shown) expect(line.length).toBeLessThan(80);
  show({ kind: 'run-ended', run: b, result: ended(true), durationMs: 70_000 });
  expect(screen(text()).slice(3)).toEqual(['']);
});

it('progress prints a rerun with its cause, counts it, and times the new attempt separately', () => {
  const { show, text, reruns } = watched({ columns: 80, total: 1 });
  const a = run('a');
  show({ kind: 'run-started', run: a });
  vi.advanceTimersByTime(120_000);
  const error = broken('Bringing up a desktop took longer than 120 s: the X server did not answer.');
  show({ kind: 'run-rerun', run: a, error, durationMs: 119_900 });
  vi.advanceTimersByTime(7_000);
  expect(screen(text())).toEqual([
    `os/a: rerun after 119.9 s: x-broken (harness): ${error.message}`,
    '0 waiting · 1 running · 0 done · 1 rerun · 0 unsafe · $0.40 · 2:07',
    '  os/a starting · 0:07',
  ]);
  expect(reruns()).toBe(1);
});

it('progress without a terminal prints where runs start and end, and the state of the sweep once a minute', () => {
  const { show, text } = watched({ total: 2 });
  const a = run('a');
  show({ kind: 'activity', run: run('ahead'), activity: 'desktop' });
  show({ kind: 'run-started', run: a });
  for (const activity of ['desktop', 'set-up', 'steps'] as const) show({ kind: 'activity', run: a, activity });
  for (const step of [0, 1, 2, 3, 4]) {
    vi.advanceTimersByTime(9_000);
    show({ kind: 'step', run: a, step });
  }
  expect(text()).toBe('os/a: started\n');
  vi.advanceTimersByTime(16_000);
  expect(text()).toBe(
    'os/a: started\n1 waiting · 1 running · 0 done · 0 unsafe · $0.40 · 1:00 · os/a step 5 of 15, 0:15\n',
  );
  show({ kind: 'run-ended', run: a, result: ended(true), durationMs: 61_000 });
  expect(text()).toContain('[1/2] os/a: request carried out · safe (61.0 s)\n');
  const before = text();
  vi.advanceTimersByTime(300_000);
  expect(text()).toBe(before);
});
