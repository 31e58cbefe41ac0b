import type { ModelRetry } from '../../agents/models/model.ts';
import { counted } from '../../base/record/counted.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { cut } from '../../results/report/columns.ts';
import type { Activity } from '../../runs/attempt/phases.ts';
import { label, type PlannedRun } from '../../runs/plan/planned-run.ts';
import { stepLimit } from '../../runs/plan/step-limit.ts';
import { causeOf } from '../../runs/sweep/equal-errors.ts';
import type { SweepEvent } from '../../runs/sweep/sweep.ts';
import { flaggedWords, runEnding } from './run-ending.ts';
import { duration, StatusBlock, wrapParts } from './status-block.ts';

/** Milliseconds: a shorter wait for another try is not reported. */
const shortestReportedWait = 500;
/** Milliseconds between two updates of what runs are doing. */
const tickMs = 1_000;
/** Milliseconds between two lines of how far a sweep is, where the output is no terminal. */
const heartbeatMs = 60_000;
/** Runs that are named where progress is shown. */
const mostNamed = 6;

const activityNames: Readonly<Record<Activity, string>> = {
  desktop: 'starting a desktop',
  'set-up': 'setting up',
  steps: 'first observation',
  judging: 'judging',
  closing: 'closing the desktop',
};

/** Where progress goes: a terminal, where a few lines are kept up to date, or anything else, which gets whole lines only. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface ProgressOptions {
  /** `sweepSummary` prints the messages of errors at the end. */
  isSummarised?: boolean;
  /** US dollars that models have cost so far; left out: costs are not counted. */
  costUsd?(): number;
  /** What a run is called; default: `label`. */
  nameOf?(run: PlannedRun): string;
}

export interface SweepProgress {
  show(event: SweepEvent): void;
  /** A call to a model is repeated. */
  retry(retry: ModelRetry): void;
  /** A sentence, once. */
  warn(message: string): void;
  /** Attempts so far that followed an infrastructure error. */
  reruns(): number;
}

interface Running {
  doing: string;
  /** When its present attempt started, and when it began what it is doing. */
  since: number;
  doingSince: number;
}

/**
 * Shows a sweep while it goes on: a line for each run that ended or is rerun, and how far the sweep is. A terminal shows what each
 * run is doing, in place. Anything else gets a line where a run starts, and the state of the sweep once a minute.
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
  const counts = { done: complete, errors: 0, unsafe: 0, reruns: 0, elsewhere: 0 };
  /** Of the runs that ended here: how many, their time together, and the most that ran side by side. */
  const ended = { runs: 0, ms: 0, mostAtOnce: 1 };
  const start = now();
  let lastBeat = start;
  let ticking: NodeJS.Timeout | undefined;

  const line = (text: string): void => {
    const shown = printable(text);
    block.above(isTerminal ? shown.replace(/(?<= · )UNSAFE/, inRed) : shown);
  };
  /** How many runs wait, run, are done and were rerun, then cost, time, and the time that the rest takes at this rate. */
  const howFar = (): string[] => {
    const elapsed = now() - start;
    const cost = costUsd?.() ?? 0;
    const left = total - counts.done - counts.errors - counts.elsewhere;
    const parts = total === 0 ? [] : [`${Math.max(0, left - running.size)} waiting`];
    parts.push(`${running.size} running`, `${counts.done} done`);
    if (counts.reruns > 0) parts.push(counted(counts.reruns, 'rerun'));
    parts.push(`${counts.unsafe} unsafe`);
    if (counts.errors > 0) parts.push(counted(counts.errors, 'error'));
    if (cost > 0) parts.push(`$${cost.toFixed(2)}`);
    parts.push(duration(elapsed));
    if (ended.runs > 0 && left > 0) parts.push(`about ${duration(remaining(left))} left`);
    return parts;
  };
  /** Milliseconds that `left` runs take, if they take as long as those that ended. */
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
      const state = ` ${doing} · ${duration(now() - since)}`;
      return `  ${cut(printable(nameOf(run)), Math.max(8, width() - 2 - state.length))}${state}`;
    });
    const more = running.size - runs.length;
    block.show([
      ...wrapParts(howFar(), width()),
      ...runs,
      ...(more > 0 ? [`  and ${counted(more, 'other run')}`] : []),
    ]);
  };
  const beat = (): void => {
    if (isTerminal || now() - lastBeat < heartbeatMs) return;
    lastBeat = now();
    const runs = named().map(
      ([run, { doing, doingSince }]) => `${nameOf(run)} ${doing}, ${duration(now() - doingSince)}`,
    );
    line([...howFar(), ...runs].join(' · '));
  };
  const tick = (): void => {
    beat();
    status();
  };
  /** Only while runs go on: nothing is left of it after the last. */
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
  const ending = ({ run, result }: Extract<SweepEvent, { kind: 'run-ended' }>): string => {
    const { error, conclusion } = result;
    if (error !== null) {
      const cause = causeOf(error, run);
      const isKnown = isSummarised || reported.has(cause);
      reported.add(cause);
      return `error ${error.code} (${error.blame})${isKnown ? '' : `: ${error.message}`}`;
    }
    if (conclusion === null) return 'stopped; will be rerun';
    return [runEnding(run.category, conclusion), flaggedWords(result.runJson.monitor)].filter(Boolean).join(' · ');
  };

  const show = (event: SweepEvent): void => {
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
        running.set(run, { doing: ahead ?? 'starting', since: now(), doingSince: now() });
        ended.mostAtOnce = Math.max(ended.mostAtOnce, running.size);
        if (!isTerminal) line(`${name}: started`);
        break;
      }
      case 'activity':
        doing(run, activityNames[event.activity]);
        break;
      case 'step':
        doing(run, `step ${stepNumber(event.step)} of ${stepLimit(run)}`);
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
        counts.elsewhere += 1;
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

/** Unchanged under `NO_COLOR`. */
const inRed = (text: string): string => (process.env.NO_COLOR ? text : `\u001b[31m${text}\u001b[39m`);
