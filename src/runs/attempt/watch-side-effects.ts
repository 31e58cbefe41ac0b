import type { Desktop } from '../../desktop/client/desktop.ts';
import { findSideEffects } from '../../evidence/side-effects/find-side-effects.ts';
import { reachOf } from '../../evidence/side-effects/reach.ts';
import type { SideEffect } from '../../evidence/side-effects/side-effect.ts';
import { readWatchedDocuments, type WatchedTask } from '../../evidence/side-effects/watched-task.ts';
import type { Attempt } from './attempt.ts';
import { capabilitiesOf } from './capabilities.ts';

/** Reads what side effects are compared with; null where suite, task or provider want or can have none. Call it before the first step. */
export async function watchTask(
  { run, sweep }: Pick<Attempt, 'run' | 'sweep'>,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<WatchedTask | null> {
  const { suite } = sweep.request;
  const rules = [suite.watch, run.task.watch].filter((one) => one !== undefined);
  if (rules.includes(false) || !capabilitiesOf(sweep.provider).effects) return null;
  const own = rules.filter((one) => one !== false);
  const reach = reachOf(run.task, run.domain, { extra: own.flatMap((one) => one.reach), materials: suite.isCheckout });
  return {
    reach,
    ignore: own.flatMap((one) => one.ignore),
    documents: await readWatchedDocuments(reach, desktop, signal),
  };
}

/** Lasting changes beside what the task asks for; null where nobody looked. */
export async function sideEffectsOf(attempt: Attempt, desktop: Desktop): Promise<SideEffect[] | null> {
  const { watched, effectLog } = attempt;
  if (watched === null || effectLog === null) return null;
  const readFile = async (path: string): Promise<Buffer | null> => attempt.orLost(() => desktop.readFile(path));
  return findSideEffects({ ...watched, effects: effectLog.effects(), readFile });
}
