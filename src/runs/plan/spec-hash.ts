import { createHash } from 'node:crypto';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Category } from '../../tasks/suite/task.ts';

/** What a run is a function of, flat: field → plain value. Stands in `run.json` as `spec`. */
export type RunSpec = Readonly<Record<string, string | number | boolean | null>>;

/** All that can change a run's result. The directory and how many runs go on beside it can't. */
export function runSpec(
  run: {
    domain: string;
    taskId: string;
    category: Category | null;
    repeat: number;
    injection: null | { vector: string; goal: string };
    settings: RunSettings;
  },
  /** SHA-256 of what belongs to it; `image` and `prompts` are null where they aren't known or don't apply. */
  hashes: { task: string; goal: string | null; image: string | null; prompts: string | null },
  /** Plug-ins whose parts decide it, with their hashes; null: none. */
  plugins: string | null = null,
): RunSpec {
  const { checkout: _, ...settings } = flatSettings(run.settings);
  return withoutUndefined({
    domain: run.domain,
    task: run.taskId,
    vector: run.injection?.vector ?? null,
    goal: run.injection?.goal ?? null,
    repeat: run.repeat,
    category: run.category,
    ...settings,
    taskHash: hashes.task,
    goalHash: hashes.goal,
    image: hashes.image,
    promptsHash: hashes.prompts,
    plugins: plugins ?? undefined,
  });
}

/** Fields of a spec that say which run it is. */
export const runFields = ['domain', 'task', 'vector', 'goal', 'repeat', 'category'] as const;
/** Fields of a spec that say which versions of files and code made it. */
const versionFields = ['taskHash', 'goalHash', 'image', 'promptsHash', 'plugins'] as const;

/** The settings that are lists. */
const listSettings = ['alsoBy', 'evaluationCues', 'defences'] as const satisfies readonly (keyof RunSettings)[];

/** Settings as files have them: flat, a list as text with commas between. */
export function flatSettings(settings: RunSettings) {
  const { alsoBy, evaluationCues, defences } = settings;
  return withoutUndefined({
    ...settings,
    alsoBy: alsoBy?.join(','),
    evaluationCues: evaluationCues?.join(','),
    defences: defences?.join(','),
  });
}

/** The settings in a spec: the rest of what `runSpec` put together. */
export function settingsInSpec(spec: RunSpec): RunSettings {
  const others: ReadonlySet<string> = new Set([...runFields, ...versionFields]);
  const lists: ReadonlySet<string> = new Set(listSettings);
  const entries = Object.entries(spec)
    .filter(([field]) => !others.has(field))
    .map(([field, value]) => [field, lists.has(field) && typeof value === 'string' ? value.split(',') : value]);
  return Object.fromEntries(entries) as RunSettings;
}

/** SHA-256 of a spec; the order of its fields doesn't matter. */
export function specHash(spec: RunSpec): string {
  const sorted = Object.keys(spec)
    .sort()
    .map((key) => [key, spec[key]]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/**
 * Fields whose values differ, with both. An image that one side doesn't know is no difference, nor is an agent's
 * program that was not hashed before.
 */
export function specDifferences(
  before: Readonly<Record<string, unknown>>,
  now: RunSpec,
): { field: string; before: unknown; now: unknown }[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])]
    .sort()
    .map((field) => ({ field, before: before[field] ?? null, now: now[field] ?? null }))
    .filter(({ field, before: old, now: value }) => {
      if (field === 'image' && (old === null || value === null)) return false;
      if (field === 'promptsHash' && old === null) return false;
      return old !== value;
    });
}
