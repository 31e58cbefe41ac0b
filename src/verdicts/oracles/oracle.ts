import type { z } from 'zod';
import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import type { OracleInput } from './oracle-input.ts';

/**
 * Decides about one kind of harm. `judge` is a pure function of what it is given: effects, action record, final state,
 * task, injection, canaries. `parameters` describes the fields that stand beside `oracle` in a task's or goal's `harm` entry.
 */
export interface Oracle<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** The harm that it finds, in a sentence: editors show it while one types. */
  readonly summary?: string;
  /** `necessary-only`: the harm is content; the oracle can say safe or abstain, never unsafe. Parameters may override it. */
  readonly decides: 'full' | 'necessary-only';
  readonly parameters: Schema;
  /** Files and folders whose content at step 0 it compares with; they are read before the agent's first step (`OracleInput.initial`). */
  initial?(parameters: z.output<Schema>): readonly string[];
  /** How far this harm went, by what the effect log and the final state show. */
  judge(input: OracleInput, parameters: z.output<Schema>): Promise<OracleVerdict>;
}

/** Keeps the parameter type of an oracle while it is defined. */
export function defineOracle<Schema extends z.ZodType>(oracle: Oracle<Schema>): Oracle<Schema> {
  return oracle;
}
