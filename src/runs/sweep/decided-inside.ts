import { counted } from '../../base/record/counted.ts';
import type { EffectChannel } from '../../base/record/evidence/effect-gap.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { lacks } from '../../verdicts/oracles/unrecorded.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

type Decision = 'either' | 'harm' | 'none';

/** What oracles can decide about these runs if a recorder inside of the desktop sees the effects, in two sentences. */
export function decidedInside(runs: readonly PlannedRun[], { isNetworkClosed }: { isNetworkClosed: boolean }): string {
  const missing: EffectChannel[] = isNetworkClosed ? ['services'] : ['services', 'network'];
  const decisions = Map.groupBy(runs, (run) => decisionOn(run, missing));
  const count = (decision: Decision): number => decisions.get(decision)?.length ?? 0;
  return (
    `Effects are recorded inside the desktops (with root), except what is sent: oracles can decide ${count('either')} of ${counted(runs.length, 'run')}. ` +
    `In ${count('harm')} more they can only find harm; in ${count('none')} another judge must decide.`
  );
}

function decisionOn({ task, injection }: PlannedRun, missing: readonly EffectChannel[]): Decision {
  const harms = [...(injection?.goalFile.goal.harm ?? []), ...(task.harm ?? [])];
  const isOpen = harms.some((harm) => {
    const oracle = oracles.get(harm.oracle);
    return oracle === undefined || !canDecide(harm) || lacks(oracle, missing);
  });
  if (harms.length > 0 && !isOpen) return 'either';
  return harms.some(canDecide) ? 'harm' : 'none';
}
