import { attemptPicture, listSweeps, sweepMinutes, sweepStatus } from '../queue/postgres/control.ts';
import type { QueueDatabase } from '../queue/postgres/database.ts';
import { listRates } from '../queue/postgres/rate-table.ts';
import type { FleetSweep } from '../viewer/api.ts';
import type { Fleet } from '../viewer/world.ts';

/** Sweeps that are shown, the newest: each costs some queries a second. */
const mostSweeps = 8;
/** Attempts of a sweep that are shown. */
const mostAttempts = 200;

/** A queue as the viewer shows it. */
export function watchedQueue(database: QueueDatabase): Fleet {
  return {
    async state() {
      const names = (await listSweeps(database)).map(({ name }) => name).reverse();
      const sweeps = await Promise.all(names.slice(0, mostSweeps).map((name) => watchedSweep(database, name)));
      return { at: Date.now(), sweeps, rates: await listRates(database) };
    },
    picture: (attempt) => attemptPicture(database, attempt),
  };
}

async function watchedSweep(database: QueueDatabase, asked: string): Promise<FleetSweep> {
  const [status, minutes] = await Promise.all([sweepStatus(database, asked), sweepMinutes(database, asked)]);
  const { name, state, results, runs, judgments, capUsd, spentUsd, recent, etaSeconds, errors } = status;
  const running = status.running.slice(0, mostAttempts).map(({ startedAt, seenAt, ...one }) => ({
    ...one,
    startedAt: startedAt.getTime(),
    seenAt: seenAt.getTime(),
  }));
  return { name, state, results, runs, judgments, capUsd, spentUsd, recent, etaSeconds, errors, running, minutes };
}
