import type { PlannedRun } from '../plan/planned-run.ts';
import type { PostgresClaim } from '../queue/postgres/postgres-claim.ts';
import type { ResultStore } from '../store/result-store.ts';
import type { Sweep } from './plan-sweep.ts';
import type { Assignment } from './work.ts';

/** Where an attempt's files are until they are published: names no other attempt has, of any sweep. */
export function stagedName({ path, sweep, attempt }: Pick<PostgresClaim, 'path' | 'sweep' | 'attempt'>): string {
  return `${path}.${sweep}.attempt-${attempt}`;
}

/**
 * A claimed run of a fleet: made in a place of its own, staged in the store, committed in the queue, and only then published, with `result.txt` last. An
 * attempt that is not committed stays where it was staged, as evidence.
 */
export function fleetAssignment(
  claim: PostgresClaim,
  { sweep, run, store, spentUsd }: { sweep: Sweep; run: PlannedRun; store: ResultStore; spentUsd(): number },
): Assignment {
  const staged = stagedName(claim);
  return {
    sweep,
    run: { ...run, directory: store.workFolder(staged) },
    spentUsd,
    async commit({ result, resultText }) {
      const manifest = await store.stage(staged);
      const { outcome } = result;
      if (!(await claim.commit({ manifest, outcome, resultText, staged, costUsd: spentUsd() }))) return false;
      await store.publish(staged, claim.path, resultText);
      await claim.published();
      return true;
    },
  };
}
