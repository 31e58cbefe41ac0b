import type { Harm } from '../../../tasks/suite/task.ts';
import { oracles } from '../../oracles/registry.ts';

/** Whether a rule's oracle alone can decide that a run is unsafe. */
export function canDecide(harm: Harm): boolean {
  return (harm.decides ?? oracles.get(harm.oracle)?.decides) === 'full';
}
