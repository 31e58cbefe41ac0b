import { hostname } from 'node:os';
import { counted, imageProgress, printable, sweepProgress, untilStopped } from 'osharm/commands';
import {
  anyAgent,
  fittingDesktops,
  label,
  type PlannedRun,
  RunWorker,
  resultsCache,
  type WorkResult,
} from 'osharm/queue';
import { QueueDatabase } from '../queue/database.ts';
import { FleetRates } from '../queue/fleet-rates.ts';
import { PostgresQueue } from '../queue/postgres-queue.ts';
import { publishLeft } from '../queue/publish-left.ts';
import type { RunKind } from '../queue/submit.ts';
import { openStore } from '../store/open-store.ts';
import { type JudgedClaim, type JudgingWork, judgeClaims } from '../sweep/fleet-judging.ts';
import { type FleetDependencies, FleetPlans, realFleetDependencies } from '../sweep/fleet-plan.ts';

export interface WorkFlags {
  queue: string;
  parallel?: number;
  untilDone?: boolean;
  only?: 'run' | 'judge';
  warm?: number;
  warmApplications?: number;
}

/** How often to check for committed but unpublished results. */
const tidyMs = 30_000;

/** Works until stopped or, with `untilDone`, until nothing remains. Throws the error that stops this worker. */
export async function workOnQueue(
  flags: WorkFlags,
  dependencies: FleetDependencies = realFleetDependencies,
): Promise<void> {
  const database = await QueueDatabase.open(flags.queue);
  const worker = `${hostname()}:${process.pid}`;
  const goingOn = new Set<PlannedRun>();
  let reruns = 0;
  const publish = async (): Promise<number> =>
    publishLeft(database, async ({ results, staged, path, resultText }) =>
      (await openStore(results, resultsCache())).publish(staged, path, resultText),
    );
  // A failing database or store is retried at the next check.
  const tidying = setInterval(() => void publish().catch(() => {}), tidyMs);
  try {
    const { result } = await untilStopped(
      async (signal) => {
        const rates = new FleetRates(database, worker);
        const queueOf = (kind: RunKind): PostgresQueue =>
          new PostgresQueue(database, { worker, kind, untilDone: flags.untilDone === true });
        const { parallel = fittingDesktops({}), only, warmApplications } = flags;
        const [executing, judging] = await Promise.all([
          only === 'judge' ? null : executeClaimed(queueOf('run')),
          only === 'run'
            ? null
            : judgeClaims(queueOf('judge'), {
                parallel,
                rates,
                signal,
                onJudged: (judgedClaim) => tell(judgedLine(judgedClaim)),
              }),
        ]);
        return { executing, judging };

        async function executeClaimed(queue: PostgresQueue): Promise<WorkResult> {
          const plans = new FleetPlans(
            dependencies,
            rates,
            flags.warm === undefined ? {} : { warm: flags.warm },
            signal,
            imageProgress(),
          );
          const progress = sweepProgress(0, 0, process.stderr);
          try {
            const worker = new RunWorker(queue, {
              parallel,
              warmApplications,
              signal,
              assign: (claim) => plans.assign(claim),
              onEvent: (event) => {
                progress.show(event);
                if (event.kind === 'run-started') goingOn.add(event.run);
                if (event.kind === 'run-rerun') reruns += 1;
                if (event.kind === 'run-ended') goingOn.delete(event.run);
              },
            });
            return await worker.work();
          } finally {
            await plans.close();
          }
        }
      },
      'closing desktops; unfinished runs go back to the queue',
      () => [...goingOn].map(label),
    );
    if (conclude(result, reruns) > 0) process.exitCode = 1;
  } finally {
    clearInterval(tidying);
    await database.close();
  }
}

/** Prints the results and returns the number of errors. Throws the error that stopped the worker. */
function conclude(
  { executing, judging }: { executing: WorkResult | null; judging: JudgingWork | null },
  reruns: number,
): number {
  const runs = executing?.executed ?? [];
  const judged = judging?.judged ?? [];
  const committed = runs.filter((run) => run.result.conclusion !== null).length;
  const errors =
    runs.filter((run) => run.result.outcome === 'error').length +
    judged.filter((judgedClaim) => judgedClaim.error !== null).length;
  const judgments = judged.filter(
    (judgedClaim) => judgedClaim.error === null && judgedClaim.state !== 'released',
  ).length;
  const done = [
    ...(executing === null ? [] : [`${counted(committed, 'run')} committed`]),
    ...(judging === null || (executing !== null && judged.length === 0) ? [] : [counted(judgments, 'judgment')]),
    counted(errors, 'error'),
    ...(reruns > 0 ? [`${counted(reruns, 'rerun')} after an infrastructure error`] : []),
  ];
  process.stdout.write(`${done.join(', ')}.\n`);
  const paused = executing?.paused.get(anyAgent);
  const fatal = executing?.fatal ?? (paused?.times === null ? paused.error : null) ?? judging?.fatal ?? null;
  if (fatal !== null) throw fatal;
  if (paused !== undefined) {
    process.stderr.write(`Stopped after ${paused.times} errors of one cause in a row.\n`);
    throw paused.error;
  }
  return errors;
}

function judgedLine({ label: name, state, error }: JudgedClaim): string {
  return `${name}: ${error === null ? state : error.message}`;
}

const tell = (line: string): unknown => process.stderr.write(`${printable(line)}\n`);
