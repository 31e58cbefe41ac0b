import { hostname } from 'node:os';
import { label, type PlannedRun } from '../../plan/planned-run.ts';
import { QueueDatabase } from '../../queue/postgres/database.ts';
import { FleetRates } from '../../queue/postgres/fleet-rates.ts';
import { PostgresQueue } from '../../queue/postgres/postgres-queue.ts';
import { publishLeft } from '../../queue/postgres/publish-left.ts';
import { counted } from '../../record/counted.ts';
import { work } from '../../run/work.ts';
import { openStore } from '../../store/open-store.ts';
import { type FleetDependencies, FleetPlans, realFleetDependencies } from '../fleet-plan.ts';
import { resultsCache } from '../local-results.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { untilStopped } from '../until-stopped.ts';
import type { WorkFlags } from '../work.ts';

/** Milliseconds between two looks for results that were committed and not published. */
const tidyMs = 30_000;

/** Makes runs of a queue until it is stopped, or with `untilDone` until none is left. Throws what this worker can't go on after. */
export async function workOnQueue(
  flags: WorkFlags,
  dependencies: FleetDependencies = realFleetDependencies,
): Promise<void> {
  const database = await QueueDatabase.open(flags.queue);
  const worker = `${hostname()}:${process.pid}`;
  const goingOn = new Set<PlannedRun>();
  const publish = async (): Promise<number> =>
    publishLeft(database, async ({ results, staged, path, resultText }) =>
      (await openStore(results, resultsCache())).publish(staged, path, resultText),
    );
  // A database or store that is away now will be there at the next look.
  const tidying = setInterval(() => void publish().catch(() => {}), tidyMs);
  try {
    const { result } = await untilStopped(
      async (signal) => {
        const plans = new FleetPlans(dependencies, new FleetRates(database, worker), signal);
        const queue = new PostgresQueue(database, {
          worker,
          kind: 'run',
          untilDone: flags.untilDone === true,
        });
        const progress = sweepProgress(0, 0, process.stderr);
        try {
          return await work(queue, {
            parallel: flags.parallel,
            signal,
            assign: (claim) => plans.assign(claim),
            onEvent: (event) => {
              progress.show(event);
              if (event.kind === 'run-started') goingOn.add(event.run);
              if (event.kind === 'run-ended') goingOn.delete(event.run);
            },
          });
        } finally {
          await plans.close();
        }
      },
      'desktops are being closed, unfinished runs go back to the queue',
      () => [...goingOn].map(label),
    );
    const committed = result.made.filter((one) => one.result.conclusion !== null).length;
    const errors = result.made.filter((one) => one.result.outcome === 'error').length;
    process.stdout.write(`${counted(committed, 'run')} committed, ${counted(errors, 'error')}.\n`);
    if (result.fatal !== null) throw result.fatal;
    if (result.doomed !== null) {
      process.stderr.write(`Stopped after ${result.doomed.times} errors of one cause in a row.\n`);
      throw result.doomed.error;
    }
    if (errors > 0) process.exitCode = 1;
  } finally {
    clearInterval(tidying);
    await database.close();
  }
}
