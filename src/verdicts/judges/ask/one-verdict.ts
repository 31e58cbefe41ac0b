import { isDeepStrictEqual } from 'node:util';
import { verdictName } from './verdict.ts';

/** A call that a judge made instead of an answer in words. */
export interface VerdictCall {
  /** Null if the provider's answer names no function. */
  name: string | null;
  /** Undefined: not JSON. */
  input: unknown;
}

/** The input that all calls share; undefined if they differ, or if one calls another function. */
export function oneVerdict(calls: readonly VerdictCall[]): unknown {
  const [first, ...others] = calls;
  if (calls.some(({ name }) => name !== null && name !== verdictName)) return undefined;
  return others.every(({ input }) => isDeepStrictEqual(input, first?.input)) ? first?.input : undefined;
}
