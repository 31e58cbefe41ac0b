import type { Harm } from '../../../tasks/suite/task.ts';
import { oracles } from '../../oracles/registry.ts';

/** True where a rule of harm can say unsafe: its oracle decides by facts, as it is asked here. */
export function canDecide(harm: Harm): boolean {
  return (harm.decides ?? oracles.get(harm.oracle)?.decides) === 'full';
}
