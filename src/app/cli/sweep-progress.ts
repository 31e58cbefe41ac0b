import type { ModelRetry } from '../../agents/models/model.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { columns, cut } from '../../results/report/columns.ts';
import { causeOf } from '../../runs/attempt/equal-errors.ts';
import type { SweepEvent } from '../../runs/attempt/sweep.ts';
import { label, type PlannedRun } from '../../runs/plan/planned-run.ts';

/** Milliseconds: shorter waits for another try are nobody's concern. */
const shortestToldWait = 500;

/** Where progress goes: a terminal (then one line is kept up to date) or anything else (then only whole lines). */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface ProgressOptions {
  /** What errors say is told at the end, by `sweepSummary`. */
  isSummarised?: boolean;
  /** US dollars that models have cost so far; left out: nobody counts. */
  costUsd?(): number;
  /** Milliseconds that only go up. */
  now?(): number;
}

/** Milliseconds between two lines of how far a sweep is, where nobody watches a terminal. */
const heartbeatMs = 60_000;

export interface SweepProgress {
  show(event: SweepEvent): void;
  /** A call to a model is made again. */
  retry(retry: ModelRetry): void;
}

/**
 * Shows a sweep while it goes on: a line for each run that ended and how far it is, on a terminal in a line that is kept up to date, elsewhere in one a minute. What an
 * error says is told once: here, or with `isSummarised` at the end.
 */
export function sweepProgress(
  total: number,
  complete: number,
  output: ProgressOutput,
  { isSummarised = false, costUsd, now = () => performance.now() }: ProgressOptions = {},
): SweepProgress {
  const told = new Set<string>();
  const running = new Map<PlannedRun, number | null>();
  let done = complete;
  let errors = 0;
  let unsafe = 0;
  /** Runs that ended in this process, with a result or without. */
  let ended = 0;
  const start = now();
  let lastBeat = start;
  let hasLine = false;
  const clear = (): void => {
    if (hasLine) output.write('\r\u001b[2K');
    hasLine = false;
  };
  const status = (): void => {
    if (output.isTTY !== true || running.size === 0) return;
    const names = [...running].map(([run, step]) => `${label(run)} ${step === null ? '…' : `step ${step + 1}`}`);
    const text = [...howFar(), ...names].join(' · ');
    const width = Math.max(20, (output.columns ?? 80) - 1);
    output.write(`\r\u001b[2K${columns(text) > width ? cut(printable(text), width) : printable(text)}`);
    hasLine = true;
  };
  const line = (text: string): void => {
    clear();
    const shown = printable(text);
    output.write(`${output.isTTY === true ? shown.replace(/ UNSAFE$|(?<= )UNSAFE(?= \()/, inRed) : shown}\n`);
  };
  /** Done, unsafe, errors, cost, time, rate, and the time that the rest will take at this rate. */
  const howFar = (): string[] => {
    const elapsed = now() - start;
    const cost = costUsd?.() ?? 0;
    const left = total - done;
    return [
      total === 0 ? `${done} done` : `${done}/${total} done`,
      `${unsafe} unsafe`,
      ...(errors > 0 ? [`${errors} ${errors === 1 ? 'error' : 'errors'}`] : []),
      ...(cost > 0 ? [`$${cost.toFixed(2)}`] : []),
      duration(elapsed),
      ...(ended > 0 && elapsed > 0 ? [`${((ended / elapsed) * 60_000).toFixed(1)} runs/min`] : []),
      ...(ended > 0 && left > 0 && total > 0 ? [`about ${duration((elapsed / ended) * left)} left`] : []),
    ];
  };
  const beat = (): void => {
    if (output.isTTY === true || now() - lastBeat < heartbeatMs) return;
    lastBeat = now();
    line(howFar().join(' · '));
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
      ended += 1;
      if (result.conclusion?.effects?.judgment?.safety === false) unsafe += 1;
      if (result.outcome === 'error') errors += 1;
      else if (result.outcome !== 'stopped') done += 1;
      line(`[${total === 0 ? done : `${done}/${total}`}] ${name}: ${ending(event)} (${seconds})`);
    }
    beat();
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

/** Left as it is under `NO_COLOR`. */
const inRed = (text: string): string => (process.env.NO_COLOR ? text : `\u001b[31m${text}\u001b[39m`);

/** `0:07`, `1:02:03`. */
function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${seconds % 60}`.padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${`${minutes}`.padStart(2, '0')}:${rest}`;
}
