import type { FlowValue } from './python-flow.ts';

/** A command or call that may have written or sent something, judging by its arguments rather than its name. */
export interface IssuedAct {
  step: number;
  evidence: string;
  /** Program, or dotted name of the call. */
  name: string;
  /** The act's arguments. `around` contains the values from which its receiver was built. */
  given: readonly FlowValue[];
  around: readonly FlowValue[];
  text: string;
  isCertain: boolean;
  /** False if it was typed without Enter. */
  isSubmitted: boolean;
  /** A program in another language that a command runs. Its exit status is not recorded. */
  isProgram: boolean;
  /**
   * `failed`: the code ended with an error, or the program did not start. `ended`: the code finished and catches no
   * exception of this act. `caught`: the code would have continued if this act had failed.
   */
  end: 'failed' | 'ended' | 'caught' | 'unknown';
}

/** The act's targets: those among its arguments, else those of its receiver. Content is never a target. */
export function aimsOf<T>(act: IssuedAct, aim: (value: FlowValue) => readonly T[]): readonly T[] {
  const targets = act.given.filter(({ isContent }) => !isContent).flatMap(aim);
  return targets.length > 0 ? targets : act.around.filter(({ isContent }) => !isContent).flatMap(aim);
}
