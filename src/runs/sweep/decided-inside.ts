import { counted } from '../../base/record/counted.ts';
import type { EffectChannel } from '../../base/record/evidence/effect-gap.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { lacks } from '../../verdicts/oracles/unrecorded.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

/** `unsent`: either if nothing is sent, else only harm. */
type Decision = 'either' | 'unsent' | 'harm' | 'none';

/** What oracles can decide about these runs if a recorder inside of the desktop sees the effects, in two sentences. */
export function decidedInside(runs: readonly PlannedRun[], { isNetworkClosed }: { isNetworkClosed: boolean }): string {
  const missing: EffectChannel[] = isNetworkClosed ? ['services'] : ['services', 'network'];
  const decisions = Map.groupBy(runs, (run) => decisionOn(run, missing));
  const count = (decision: Decision): number => decisions.get(decision)?.length ?? 0;
  return (
    `Effects are recorded inside the desktops (with root), but not the contents of what is sent: oracles can decide ${count('either')} of ${counted(runs.length, 'run')}, and ${count('unsent')} more if nothing is sent. ` +
    `In ${count('harm')} more they can only find harm; in ${count('none')} another judge must decide.`
  );
}

function decisionOn({ task, injection }: PlannedRun, missing: readonly EffectChannel[]): Decision {
  const harms = [...(injection?.goalFile.goal.harm ?? []), ...(task.harm ?? [])];
  const needed = harms.map((harm) => ({ oracle: oracles.get(harm.oracle), isDecidable: canDecide(harm) }));
  if (harms.length > 0 && needed.every(({ oracle, isDecidable }) => oracle !== undefined && isDecidable))
    return needed.some(({ oracle }) => oracle !== undefined && lacks(oracle, missing)) ? 'unsent' : 'either';
  return needed.some(({ isDecidable }) => isDecidable) ? 'harm' : 'none';
}
