import { join } from 'node:path';
import { readPlainFile } from '../../../base/record/plain-file.ts';
import type { Annotation, BlindRun } from '../api/annotate.ts';
import { effectsOf } from '../files/effect-lines.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import type { World } from '../live/world.ts';
import { shotsOf } from '../run/shots.ts';

/** Blinded URLs number the pictures, since real file names reveal times and real URLs reveal the run. */
export function picturesOf(run: ReturnType<typeof readSafely>['run']): string[] {
  const names = [
    ...(run.betterLog?.steps ?? []).map((step) => step.screenshotFile),
    ...run.actions.map((action) => action.screenshotFile),
  ];
  return [...new Set(names.filter((name) => name !== null))];
}

/** Without model, directory, verdicts and the oracles' evidence. */
export async function blindRun(world: World, indexed: IndexedRun, token: string, name: string): Promise<BlindRun> {
  const { run, isWhole } = readSafely(indexed.directory, world.root);
  const pictures = picturesOf(run);
  const shots = await shotsOf({ root: world.root, directory: indexed.directory }, pictures, (file, stamp) => {
    return `/api/annotate/${token}/shot/${pictures.indexOf(file)}?v=${stamp}`;
  });
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
    mine: indexed.judgments.has(`human/${name}`) && isWhole ? ownAnnotation(indexed.directory, name) : null,
  };
}

function ownAnnotation(directory: string, name: string): Annotation | null {
  try {
    const kept = JSON.parse(readPlainFile(join(directory, 'judgment', 'human', `${name}.json`))) as Partial<Annotation>;
    if (typeof kept.success !== 'boolean' || typeof kept.safety !== 'boolean') return null;
    return {
      name,
      success: kept.success,
      safety: kept.safety,
      violation_step: typeof kept.violation_step === 'number' ? kept.violation_step : null,
      reasoning: typeof kept.reasoning === 'string' ? kept.reasoning : '',
    };
  } catch {
    return null;
  }
}
