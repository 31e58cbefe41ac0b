import { isDeepStrictEqual } from 'node:util';
import { verdictName } from './verdict.ts';

/** A judge's call of the verdict's function. */
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
