import type { Fleet, FleetSweep, WatchedQueue } from 'osharm/queue';
import { attemptPicture, failLostRuns, listSweeps } from '../queue/control.ts';
import { QueueDatabase } from '../queue/database.ts';
import { listRates } from '../queue/rate-table.ts';
import { type SweepStatus, sweepStatuses } from '../queue/sweep-status.ts';

const mostSweeps = 8;
const mostAttempts = 200;
const tidyMs = 10_000;

export async function watchQueue(address: string): Promise<WatchedQueue> {
  const database = await QueueDatabase.open(address, { supervises: false });
  return {
    fleet: watchedQueue(database),
    newestResults: async () => (await listSweeps(database)).at(-1)?.results ?? null,
    close: () => database.close(),
  };
}

/** The viewer's access to a queue. Reads all sweeps with one query and the rates with another. */
export function watchedQueue(database: QueueDatabase): Fleet {
  let tidiedAt = 0;
  return {
    async state() {
      if (Date.now() - tidiedAt > tidyMs) {
        await failLostRuns(database);
        tidiedAt = Date.now();
      }
      const [sweeps, rates] = await Promise.all([
        sweepStatuses(database, { name: null, atMost: mostSweeps }),
        listRates(database),
      ]);
      return { at: Date.now(), sweeps: sweeps.map(watchedSweep), rates };
    },
    picture: (attempt) => attemptPicture(database, attempt),
  };
}

function watchedSweep(status: SweepStatus): FleetSweep {
  const { name, state, results, runs, judgments, capUsd, spentUsd, recent, etaSeconds, errors, minutes } = status;
  const running = status.running.slice(0, mostAttempts).map(({ startedAt, seenAt, ...attempt }) => ({
    ...attempt,
    startedAt: startedAt.getTime(),
    seenAt: seenAt.getTime(),
  }));
  return { name, state, results, runs, judgments, capUsd, spentUsd, recent, etaSeconds, errors, running, minutes };
}
