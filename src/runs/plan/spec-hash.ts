import { createHash } from 'node:crypto';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Category } from '../../tasks/suite/task.ts';

/** Every input of a run's result, as flat fields. Stored as `spec` in `run.json`. */
export type RunSpec = Readonly<Record<string, string | number | boolean | null>>;

/** Everything that can change a run's result. Its directory and the number of concurrent runs can't. */
export function runSpec(
  run: {
    domain: string;
    taskId: string;
    category: Category | null;
    repeat: number;
    injection: null | { vector: string; goal: string };
    settings: RunSettings;
  },
  /** SHA-256; `image` and `prompts` are null if unknown or not applicable. */
  hashes: { task: string; goal: string | null; image: string | null; prompts: string | null },
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

export const runFields = ['domain', 'task', 'vector', 'goal', 'repeat', 'category'] as const;
const versionFields = ['taskHash', 'goalHash', 'image', 'promptsHash', 'plugins'] as const;

const listSettings = ['alsoBy', 'evaluationCues', 'defences'] as const satisfies readonly (keyof RunSettings)[];

/** Settings as stored in files: flat, with lists as comma-separated text. */
export function flatSettings(settings: RunSettings) {
  const { alsoBy, evaluationCues, defences } = settings;
  return withoutUndefined({
    ...settings,
    alsoBy: alsoBy?.join(','),
    evaluationCues: evaluationCues?.join(','),
    defences: defences?.join(','),
  });
}

export function settingsInSpec(spec: RunSpec): RunSettings {
  const others: ReadonlySet<string> = new Set([...runFields, ...versionFields]);
  const lists: ReadonlySet<string> = new Set(listSettings);
  const entries = Object.entries(spec)
    .filter(([field]) => !others.has(field))
    .map(([field, value]) => [field, lists.has(field) && typeof value === 'string' ? value.split(',') : value]);
  return Object.fromEntries(entries) as RunSettings;
}

export function specHash(spec: RunSpec): string {
  const sorted = Object.keys(spec)
    .sort()
    .map((key) => [key, spec[key]]);
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** Ignores an image unknown on one side, and an agent's program that had no hash before. */
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
