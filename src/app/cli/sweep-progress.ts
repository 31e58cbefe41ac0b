import type { ModelRetry } from '../../agents/models/model.ts';
import { counted } from '../../base/record/counted.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { cut } from '../../results/report/columns.ts';
import type { RunActivity } from '../../runs/attempt/phases.ts';
import { label, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { stepLimitOfRun } from '../../runs/plan/step-limit.ts';
import { causeOf } from '../../runs/sweep/equal-errors.ts';
import type { ExecutionEvent } from '../../runs/sweep/sweep.ts';
import { monitorWords, runEnding } from './run-ending.ts';
import { durationText, StatusBlock, wrapParts } from './status-block.ts';

/** Shorter waits before a retry are not reported. */
const shortestReportedWait = 500;
const tickMs = 1_000;
/** Interval of progress lines if the output is not a terminal. */
const heartbeatMs = 60_000;
const mostNamed = 6;

const activityNames: Readonly<Record<RunActivity, string>> = {
  desktop: 'starting a desktop',
  'set-up': 'setting up',
  steps: 'first observation',
  judging: 'judging',
  closing: 'closing the desktop',
};

/** A terminal gets lines that are updated in place. Any other output gets whole lines. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface ProgressOptions {
  /** True if `sweepSummary` prints the error messages at the end. */
  isSummarised?: boolean;
  costUsd?(): number;
  nameOf?(run: PlannedRun): string;
}

export interface SweepProgress {
  show(event: ExecutionEvent): void;
  retry(retry: ModelRetry): void;
  /** Prints each sentence once. */
  warn(message: string): void;
  reruns(): number;
}

interface Running {
  doing: string;
  since: number;
  doingSince: number;
}

/**
 * Shows the progress of a sweep: a line for each run that ended or is rerun, and the state of the sweep. On a terminal,
 * also shows what each run is doing. Other outputs get a line when a run starts, and the state once a minute.
 */
export function sweepProgress(
  total: number,
  complete: number,
  output: ProgressOutput,
  { isSummarised = false, costUsd, nameOf = label }: ProgressOptions = {},
): SweepProgress {
  const now = (): number => performance.now();
  const isTerminal = output.isTTY === true;
  const width = (): number => Math.max(20, (output.columns ?? 80) - 1);
  const reported = new Set<string>();
  const running = new Map<PlannedRun, Running>();
  const doingAhead = new Map<PlannedRun, string>();
  const block = new StatusBlock(output);
  const counts = { done: complete, errors: 0, unsafe: 0, reruns: 0 };
  const elsewhere = new Set<PlannedRun>();
  /** `mostAtOnce`: the peak number of concurrent runs. */
  const ended = { runs: 0, ms: 0, mostAtOnce: 1 };
  const start = now();
  let lastBeat = start;
  let ticking: NodeJS.Timeout | undefined;

  const line = (text: string): void => {
    const shown = printable(text);
    block.above(isTerminal ? shown.replace(/(?<= · )UNSAFE/, inRed) : shown);
  };
  const whyLine = (why: string): string => {
    const text = `    why this is harm: ${why}`;
    return isTerminal ? cut(text, width()) : text;
  };
  const howFar = (): string[] => {
    const elapsed = now() - start;
    const cost = costUsd?.() ?? 0;
    const left = total - counts.done - counts.errors - elsewhere.size;
    const parts = total === 0 ? [] : [`${Math.max(0, left - running.size)} waiting`];
    parts.push(`${running.size} running`, `${counts.done} done`);
    if (counts.reruns > 0) parts.push(counted(counts.reruns, 'rerun'));
    parts.push(`${counts.unsafe} unsafe`);
    if (counts.errors > 0) parts.push(counted(counts.errors, 'error'));
    if (cost > 0) parts.push(`$${cost.toFixed(2)}`);
    parts.push(durationText(elapsed));
    if (ended.runs > 0 && left > 0) parts.push(`about ${durationText(remaining(left))} left`);
    return parts;
  };
  /** Assumes that the remaining runs take as long as those that ended. */
  const remaining = (left: number): number => {
    const mean = ended.ms / ended.runs;
    const spent = [...running.values()].reduce((sum, { since }) => sum + Math.min(mean, now() - since), 0);
    return Math.max(0, mean * left - spent) / Math.min(ended.mostAtOnce, left);
  };
  const named = (): [PlannedRun, Running][] => [...running].slice(0, mostNamed);
  const status = (): void => {
    if (!isTerminal || running.size === 0) {
      block.show([]);
      return;
    }
    const runs = named().map(([run, { doing, since }]) => {
      const state = ` ${doing} · ${durationText(now() - since)}`;
      return `  ${cut(printable(nameOf(run)), Math.max(8, width() - 2 - state.length))}${state}`;
    });
    const more = running.size - runs.length;
    if (more > 0) runs.push(`  and ${counted(more, 'other run')}`);
    block.show([...wrapParts(howFar(), width()), ...runs]);
  };
  const beat = (): void => {
    if (isTerminal || now() - lastBeat < heartbeatMs) return;
    lastBeat = now();
    const runs = named().map(
      ([run, { doing, doingSince }]) => `${nameOf(run)} ${doing}, ${durationText(now() - doingSince)}`,
    );
    line([...howFar(), ...runs].join(' · '));
  };
  const tick = (): void => {
    beat();
    status();
  };
  /** Stops the timer when no run is in progress. */
  const keepTicking = (): void => {
    if (running.size > 0) ticking ??= setInterval(tick, tickMs).unref();
    else {
      clearInterval(ticking);
      ticking = undefined;
    }
  };
  const doing = (run: PlannedRun, text: string): void => {
    const entry = running.get(run);
    if (entry === undefined) doingAhead.set(run, text);
    else if (entry.doing !== text) Object.assign(entry, { doing: text, doingSince: now() });
  };
  const ending = ({ run, result }: Extract<ExecutionEvent, { kind: 'run-ended' }>): string => {
    const { error, conclusion } = result;
    if (error !== null) {
      const cause = causeOf(error, run);
      const isKnown = isSummarised || reported.has(cause);
      reported.add(cause);
      return `error ${error.code} (${error.blame})${isKnown ? '' : `: ${error.message}`}`;
    }
    if (conclusion === null) return 'stopped; will be rerun';
    const { sessions, monitor } = result.runJson;
    return [runEnding(run.category, conclusion, sessions), monitorWords(monitor)].filter(Boolean).join(' · ');
  };

  const show = (event: ExecutionEvent): void => {
    if (event.kind === 'agent-paused') {
      line(`${event.agent}: paused: ${event.error.message}`);
      status();
      return;
    }
    const { run } = event;
    const name = nameOf(run);
    switch (event.kind) {
      case 'run-started': {
        const ahead = doingAhead.get(run);
        doingAhead.delete(run);
        elsewhere.delete(run);
        running.set(run, { doing: ahead ?? 'starting', since: now(), doingSince: now() });
        ended.mostAtOnce = Math.max(ended.mostAtOnce, running.size);
        if (!isTerminal) line(`${name}: started`);
        break;
      }
      case 'activity':
        doing(run, activityNames[event.activity]);
        break;
      case 'step':
        doing(run, `step ${stepNumber(event.step)} of ${stepLimitOfRun(run)}`);
        break;
      case 'run-rerun': {
        counts.reruns += 1;
        const entry = running.get(run);
        if (entry !== undefined) entry.since = now();
        const { code, blame, message } = event.error;
        line(`${name}: rerun after ${seconds(event.durationMs)}: ${code} (${blame}): ${message}`);
        break;
      }
      case 'run-elsewhere':
        elsewhere.add(run);
        line(`${name}: running in process ${event.holder.pid} on ${event.holder.host} instead`);
        break;
      case 'run-ended': {
        running.delete(run);
        doingAhead.delete(run);
        const { outcome, conclusion } = event.result;
        ended.runs += 1;
        ended.ms += event.durationMs;
        if (conclusion?.effects?.judgment?.safety === false) counts.unsafe += 1;
        if (outcome === 'error') counts.errors += 1;
        else if (outcome !== 'stopped') counts.done += 1;
        const position = total === 0 ? counts.done : `${counts.done}/${total}`;
        line(`[${position}] ${name}: ${ending(event)} (${seconds(event.durationMs)})`);
        const { why } = event.result.runJson;
        if (conclusion?.effects?.judgment?.safety === false && why !== null) line(whyLine(why));
        break;
      }
      default:
        event satisfies never;
    }
    keepTicking();
    tick();
  };
  return {
    show,
    retry({ role, scope, code, next, of, waitMs }) {
      if (waitMs < shortestReportedWait) return;
      const [domain = '', task = ''] = scope.split('/');
      const place = role === 'agent' ? `${domain}/${task}` : role;
      line(`${place}: ${code.replaceAll('-', ' ')}, attempt ${next} of ${of}, next in ${Math.ceil(waitMs / 1000)} s`);
      status();
    },
    warn(message) {
      line(`Warning: ${printable(message)}`);
      status();
    },
    reruns: () => counts.reruns,
  };
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Unchanged if `NO_COLOR` is set. */
const inRed = (text: string): string => (process.env.NO_COLOR ? text : `\u001b[31m${text}\u001b[39m`);
