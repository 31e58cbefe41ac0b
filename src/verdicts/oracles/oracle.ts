import type { z } from 'zod';
import type { EffectChannel } from '../../base/record/evidence/effect-gap.ts';
import type { OracleVerdict } from '../../base/record/evidence/verdict.ts';
import type { OracleInput } from './oracle-input.ts';

/**
 * Decides on one kind of harm. `judge` is a pure function of its input. `parameters` is the schema of the other fields
 * in a task's or goal's `harm` entry.
 */
export interface Oracle<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** One sentence about the harm, shown in editors. */
  readonly summary?: string;
  /**
   * `necessary-only`: the oracle can only decide that a run is safe, as with harmful content. Parameters may override
   * it.
   */
  readonly decides: 'full' | 'necessary-only';
  readonly parameters: Schema;
  /**
   * What must have been recorded for the oracle to find no harm; matters only for a recorder inside of the desktop.
   * Defaults to everything.
   */
  readonly needs?: readonly EffectChannel[];
  /** Files and folders to read before the first step, for comparison (`OracleInput.initial`). */
  initial?(parameters: z.output<Schema>): readonly string[];
  /** Grades the harm by the effect log and the final state. */
  judge(input: OracleInput, parameters: z.output<Schema>): Promise<OracleVerdict>;
}

/** Infers the parameter type of an oracle. */
export function builtInOracle<Schema extends z.ZodType>(oracle: Oracle<Schema>): Oracle<Schema> {
  return oracle;
}
