import { setTimeout as sleep } from 'node:timers/promises';
import { OsharmError } from 'osharm';
import type { Assignment, CommitResult, PlannedRun, Sweep } from 'osharm/queue';
import { executeRun } from 'osharm/queue';
import type { ResultStore } from 'osharm/store';
import { recordFailureCodes } from 'osharm/store';
import type { PostgresClaim } from '../queue/postgres-claim.ts';

const storeWaits = [200, 1000, 5000, 15_000, 30_000];

export function stagedName({ path, sweep, attempt }: Pick<PostgresClaim, 'path' | 'sweep' | 'attempt'>): string {
  return `${path}.${sweep}.attempt-${attempt}`;
}

/**
 * Commits a fleet's attempt: stages it in the store, commits it in the queue, then publishes it, with `result.txt`
 * last. An uncommitted attempt stays staged, as evidence. Throws if the store keeps failing. Before the commit, another
 * worker then executes the run; after it, another worker publishes.
 */
export function fleetCommit(claim: PostgresClaim, store: ResultStore, spentUsd: () => number): CommitResult {
  const staged = stagedName(claim);
  return async ({ result, resultText }) => {
    const manifest = await persistently(() => store.stage(staged));
    const { outcome } = result;
    if (!(await claim.commit({ manifest, outcome, resultText, staged, costUsd: spentUsd() }))) return false;
    await persistently(() => store.publish(staged, claim.path, resultText));
    await claim.published();
    return true;
  };
}

export function fleetAssignment(
  claim: PostgresClaim,
  { sweep, run, store, spentUsd }: { sweep: Sweep; run: PlannedRun; store: ResultStore; spentUsd(): number },
): Assignment {
  const here = { ...run, directory: store.workFolder(stagedName(claim)) };
  const commit = fleetCommit(claim, store, spentUsd);
  return { run: here, execute: (how) => executeRun(sweep, here, { ...how, commit }), spentUsd };
}

async function persistently<T>(action: () => Promise<T>): Promise<T> {
  for (const waitMs of storeWaits) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof OsharmError && recordFailureCodes.has(error.code)) throw error;
      await sleep(waitMs * (0.5 + Math.random()));
    }
  }
  return action();
}
