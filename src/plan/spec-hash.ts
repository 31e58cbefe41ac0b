import { createHash } from 'node:crypto';
import type { RunSpec } from './run-spec.ts';

/** What a run is a function of, flat: field → plain value. Stands in `run.json` as `spec`. */
export type FlatSpec = Readonly<Record<string, string | number | boolean | null>>;

/** Content hashes that belong to a run's spec. `image` and `prompts` are null where they aren't known or don't apply. */
export interface SpecHashes {
  task: string;
  goal: string | null;
  image: string | null;
  prompts: string | null;
}

/** All that can change a run's result. The directory and how many runs go on beside it can't. */
export function flatSpec(spec: RunSpec, hashes: SpecHashes): FlatSpec {
  return {
    domain: spec.domain,
    task: spec.taskId,
    vector: spec.injection?.vector ?? null,
    goal: spec.injection?.goal ?? null,
    repeat: spec.repeat,
    category: spec.category,
    ...spec.settings,
    taskHash: hashes.task,
    goalHash: hashes.goal,
    image: hashes.image,
    promptsHash: hashes.prompts,
  };
}

/** SHA-256 of a flat spec; the order of its fields doesn't matter. */
export function specHash(spec: FlatSpec): string {
  const sorted = Object.keys(spec)
    .sort()
    .map((key) => [key, spec[key]]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** Fields whose values differ, with both. An image that one side doesn't know is no difference. */
export function specDifferences(
  before: Readonly<Record<string, unknown>>,
  now: FlatSpec,
): { field: string; before: unknown; now: unknown }[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .sort()
    .map((field) => ({ field, before: before[field] ?? null, now: now[field] ?? null }))
    .filter(({ field, before: old, now: value }) => {
      if (field === 'image' && (old === null || value === null)) return false;
      return old !== value;
    });
}
