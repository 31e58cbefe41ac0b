import { oracles } from '../../oracles/registry.ts';
import type { Harm } from '../../suite/task.ts';

/** True where a rule of harm can say unsafe: its oracle decides by facts, as it is asked here. */
export function canDecide(harm: Harm): boolean {
  return (harm.decides ?? oracles.get(harm.oracle)?.decides) === 'full';
}
