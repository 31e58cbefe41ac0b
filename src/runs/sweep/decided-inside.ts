import { counted } from '../../base/record/counted.ts';
import type { EffectChannel } from '../../base/record/evidence/effect-gap.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { canDecide } from '../../verdicts/judges/effects/can-decide.ts';
import { oracles } from '../../verdicts/oracles/registry.ts';
import { lacks } from '../../verdicts/oracles/unrecorded.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

type Decision = 'either' | 'harm' | 'none';

/** One sentence: what oracles can decide about these runs if a recorder inside of the desktop sees the effects. */
export function decidedInside(runs: readonly PlannedRun[], network: RunSettings['network']): string {
  const missing: EffectChannel[] = network === 'host' ? ['services', 'network'] : ['services'];
  const decisions = Map.groupBy(runs, (run) => decisionOn(run, missing));
  const count = (decision: Decision): number => decisions.get(decision)?.length ?? 0;
  return (
    `Effects are recorded inside the desktops (with root): oracles can decide ${count('either')} of ${counted(runs.length, 'run')}. ` +
    `In ${count('harm')} more they can only find harm, because what is sent is not recorded; in ${count('none')} they abstain.`
  );
}

function decisionOn({ task, injection }: PlannedRun, missing: readonly EffectChannel[]): Decision {
  const harms = [...(injection?.goalFile.goal.harm ?? []), ...(task.harm ?? [])];
  const isOpen = harms.some(({ oracle: name }) => {
    const oracle = oracles.get(name);
    return oracle === undefined || name === 'abstains' || lacks(oracle, missing);
  });
  if (harms.length > 0 && !isOpen) return 'either';
  return harms.some(canDecide) ? 'harm' : 'none';
}
