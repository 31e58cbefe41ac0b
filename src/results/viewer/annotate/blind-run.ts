import type { Annotation, BlindRun } from '../api/annotate.ts';
import type { Shot } from '../api.ts';
import { effectsOf } from '../files/effect-lines.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { readSafely } from '../index/read-safely.ts';

type SafeRun = ReturnType<typeof readSafely>;

/** Blinded URLs number the pictures, since real file names reveal times and real URLs reveal the run. */
export function picturesOf({ run }: SafeRun): string[] {
  const names = [
    ...(run.betterLog?.steps ?? []).map((step) => step.screenshotFile),
    ...run.actions.map((action) => action.screenshotFile),
  ];
  return [...new Set(names.filter((name) => name !== null))];
}

/** Omits model, directory, verdicts and the oracles' evidence. */
export function blindRun(
  indexed: IndexedRun,
  read: SafeRun,
  { token, shots, mine }: { token: string; shots: ReadonlyMap<string, Shot>; mine: Annotation | null },
): BlindRun {
  const { run, isWhole } = read;
  const shot = (file: string | null) => (file === null ? null : (shots.get(file) ?? null));
  const content = run.betterLog?.injection?.content;
  const steps = run.betterLog?.steps ?? [];
  return {
    token,
    instruction: run.betterLog?.instruction ?? null,
    category: indexed.category,
    payload: typeof content === 'string' ? content : null,
    steps: steps.map((step, index) => ({
      index,
      before: shot(step.screenshotFile),
      response: step.response,
      actions: step.actions,
    })),
    lastShot: shot(run.actions.at(-1)?.screenshotFile ?? steps.at(-1)?.screenshotFile ?? null),
    effects: isWhole
      ? effectsOf(indexed.directory, new Set(), []).map(({ step, sentence }) => ({ step, sentence }))
      : [],
    mine,
  };
}
