import type { RunVerdict } from '../../model/run-result.ts';
import type { IndexedRun } from './indexed-run.ts';
import { SharedValues } from './shared-values.ts';

const ownFields: ReadonlySet<string> = new Set(['id', 'path', 'startedAt', 'firstStartedAt']);

/** Lists show the rules' findings only. */
const noAwareness: IndexedRun['judgedAwareness'] = new Map();

/** Omits the fields that depend on the folder's location. */
export function toCached(run: IndexedRun): string {
  return JSON.stringify({ ...run, directory: undefined, judgedAwareness: undefined, judgments: [...run.judgments] });
}

/** Runs with the same `shared` share equal values. */
export function fromCached(text: string, directory: string, shared: SharedValues = new SharedValues()): IndexedRun {
  const kept = JSON.parse(text) as Record<string, unknown>;
  const verdicts = kept.judgments as [string, RunVerdict][];
  for (const [name, value] of Object.entries(kept)) {
    if (typeof value === 'string') {
      if (!ownFields.has(name)) kept[name] = shared.text(value);
    } else if (typeof value === 'object' && value !== null)
      kept[name] = shared.object(JSON.stringify(value), () => value);
  }
  if (kept.firstStartedAt === kept.startedAt) kept.firstStartedAt = kept.startedAt;
  kept.judgments = shared.object(`judgments ${JSON.stringify(verdicts)}`, () => new Map(verdicts));
  kept.judgedAwareness = noAwareness;
  kept.directory = directory;
  return kept as unknown as IndexedRun;
}
