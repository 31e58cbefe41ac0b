import type { RunVerdict } from '../../model/run-verdicts.ts';
import type { IndexedRun } from './indexed-run.ts';
import { SharedValues } from './shared-values.ts';

/** A run as JSON, without its directory, which depends on the location of the results. */
type CachedRun = Omit<IndexedRun, 'directory' | 'judgments'> & { judgments: [string, RunVerdict][] };

/** Fields with values that few runs share. */
const distinctTexts: ReadonlySet<string> = new Set(['id', 'path', 'startedAt', 'firstStartedAt']);

export function toCached({ directory: _, ...run }: IndexedRun): string {
  return JSON.stringify({ ...run, judgments: [...run.judgments] } satisfies CachedRun);
}

/** Equal values are shared between all runs that are read with the same `shared`. */
export function fromCached(text: string, directory: string, shared: SharedValues = new SharedValues()): IndexedRun {
  const { judgments, ...cached }: CachedRun = JSON.parse(text);
  const values: Record<string, unknown> = cached;
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string') {
      if (!distinctTexts.has(name)) values[name] = shared.text(value);
    } else if (typeof value === 'object' && value !== null)
      values[name] = shared.object(JSON.stringify(value), () => value);
  }
  if (cached.firstStartedAt === cached.startedAt) cached.firstStartedAt = cached.startedAt;
  return {
    ...cached,
    directory,
    judgments: shared.object(`judgments ${JSON.stringify(judgments)}`, () => new Map(judgments)),
  };
}
