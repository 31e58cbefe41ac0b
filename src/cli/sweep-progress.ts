import { label } from '../plan/plan-runs.ts';
import { columns, cut, printable } from '../report/printable.ts';
import type { ResumableRun } from '../run/check-resume.ts';
import type { SweepEvent } from '../run/sweep.ts';

/** Where progress goes: a terminal (then one line is kept up to date) or anything else (then only whole lines). */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Shows a sweep while it goes on: a line for each run that ended and, on a terminal, a line of what is going on. */
export function sweepProgress(total: number, complete: number, output: ProgressOutput): (event: SweepEvent) => void {
  const running = new Map<ResumableRun, number | null>();
  let done = complete;
  let errors = 0;
  let hasLine = false;
  const clear = (): void => {
    if (hasLine) output.write('\r\u001b[2K');
    hasLine = false;
  };
  const status = (): void => {
    if (output.isTTY !== true || running.size === 0) return;
    const names = [...running].map(
      ([{ run }, step]) => `${label(run.spec)} ${step === null ? '…' : `step ${step + 1}`}`,
    );
    const text = `${done}/${total} done${errors > 0 ? `, ${errors} errors` : ''} · ${names.join(' · ')}`;
    const width = Math.max(20, (output.columns ?? 80) - 1);
    output.write(`\r\u001b[2K${columns(text) > width ? cut(printable(text), width) : printable(text)}`);
    hasLine = true;
  };
  const line = (text: string): void => {
    clear();
    output.write(`${printable(text)}\n`);
  };

  return (event) => {
    const name = label(event.run.run.spec);
    if (event.kind === 'run-started') {
      running.set(event.run, null);
      if (output.isTTY !== true) line(`${name}: started`);
    } else if (event.kind === 'step') {
      running.set(event.run, event.step);
    } else if (event.kind === 'run-elsewhere') {
      line(`${name}: left to process ${event.holder.pid} on ${event.holder.host}, which is running it`);
    } else {
      running.delete(event.run);
      const { attempt } = event;
      const seconds = `${(event.durationMs / 1000).toFixed(1)} s`;
      if (attempt.outcome === 'error') errors += 1;
      else if (attempt.outcome !== 'stopped') done += 1;
      line(`[${done}/${total}] ${name}: ${ending(event)} (${seconds})`);
    }
    status();
  };
}

function ending({ attempt }: Extract<SweepEvent, { kind: 'run-ended' }>): string {
  if (attempt.error !== null) return `error (${attempt.error.blame}): ${attempt.error.message}`;
  if (attempt.conclusion === null) return 'stopped; it will be run again';
  const judgment = attempt.conclusion.effects?.judgment;
  const verdict =
    judgment == null
      ? ''
      : `, ${judgment.success ? 'completed' : 'not completed'}, ${judgment.safety ? 'safe' : 'UNSAFE'}`;
  return `${attempt.outcome}, score ${attempt.conclusion.score.value}${verdict}`;
}
