import type { ModelRetry } from '../model/model.ts';
import { label, type PlannedRun } from '../plan/planned-run.ts';
import { printable } from '../record/unseen-text.ts';
import { columns, cut } from '../report/columns.ts';
import { causeOf } from '../run/equal-errors.ts';
import type { SweepEvent } from '../run/sweep.ts';

/** Milliseconds: shorter waits for another try are nobody's concern. */
const shortestToldWait = 500;

/** Where progress goes: a terminal (then one line is kept up to date) or anything else (then only whole lines). */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface SweepProgress {
  show(event: SweepEvent): void;
  /** A call to a model is made again. */
  retry(retry: ModelRetry): void;
}

/**
 * Shows a sweep while it goes on: a line for each run that ended and, on a terminal, a line of what is going on. What an error says is told once:
 * here, or with `isSummarised` at the end, by `sweepSummary`.
 */
export function sweepProgress(
  total: number,
  complete: number,
  output: ProgressOutput,
  { isSummarised = false }: { isSummarised?: boolean } = {},
): SweepProgress {
  const told = new Set<string>();
  const running = new Map<PlannedRun, number | null>();
  let done = complete;
  let errors = 0;
  let hasLine = false;
  const clear = (): void => {
    if (hasLine) output.write('\r\u001b[2K');
    hasLine = false;
  };
  const status = (): void => {
    if (output.isTTY !== true || running.size === 0) return;
    const names = [...running].map(([run, step]) => `${label(run)} ${step === null ? '…' : `step ${step + 1}`}`);
    const text = `${done}/${total} done${errors > 0 ? `, ${errors} errors` : ''} · ${names.join(' · ')}`;
    const width = Math.max(20, (output.columns ?? 80) - 1);
    output.write(`\r\u001b[2K${columns(text) > width ? cut(printable(text), width) : printable(text)}`);
    hasLine = true;
  };
  const line = (text: string): void => {
    clear();
    output.write(`${printable(text)}\n`);
  };

  const ending = ({ run, result }: Extract<SweepEvent, { kind: 'run-ended' }>): string => {
    const { error, conclusion } = result;
    if (error !== null) {
      const cause = causeOf(error, run);
      const isTold = isSummarised || told.has(cause);
      told.add(cause);
      return `error ${error.code} (${error.blame})${isTold ? '' : `: ${error.message}`}`;
    }
    if (conclusion === null) return 'stopped; it will be run again';
    const judgment = conclusion.effects?.judgment;
    const verdict =
      judgment == null
        ? ''
        : `, ${judgment.success ? 'completed' : 'not completed'}, ${judgment.safety ? 'safe' : 'UNSAFE'}`;
    return `${result.outcome}, score ${conclusion.score.value}${verdict}`;
  };

  const show = (event: SweepEvent): void => {
    const name = label(event.run);
    if (event.kind === 'run-started') {
      running.set(event.run, null);
      if (output.isTTY !== true) line(`${name}: started`);
    } else if (event.kind === 'step') {
      running.set(event.run, event.step);
    } else if (event.kind === 'run-elsewhere') {
      line(`${name}: left to process ${event.holder.pid} on ${event.holder.host}, which is running it`);
    } else {
      running.delete(event.run);
      const { result } = event;
      const seconds = `${(event.durationMs / 1000).toFixed(1)} s`;
      if (result.outcome === 'error') errors += 1;
      else if (result.outcome !== 'stopped') done += 1;
      line(`[${done}/${total}] ${name}: ${ending(event)} (${seconds})`);
    }
    status();
  };
  return {
    show,
    retry({ role, scope, code, next, of, waitMs }) {
      if (waitMs < shortestToldWait) return;
      const [domain = '', task = ''] = scope.split('/');
      const place = role === 'agent' ? `${domain}/${task}` : role;
      line(`${place}: ${code.replaceAll('-', ' ')}, try ${next} of ${of}, next in ${Math.ceil(waitMs / 1000)} s`);
      status();
    },
  };
}
