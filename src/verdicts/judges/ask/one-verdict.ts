import { isDeepStrictEqual } from 'node:util';
import { verdictName } from './verdict.ts';

export interface VerdictCall {
  /** Null if the response doesn't name the function. */
  name: string | null;
  /** Undefined if it isn't valid JSON. */
  input: unknown;
}

/** The input that all calls share. Undefined if they differ, or if one calls another function. */
export function oneVerdict(calls: readonly VerdictCall[]): unknown {
  const [first, ...others] = calls;
  if (calls.some(({ name }) => name !== null && name !== verdictName)) return undefined;
  return others.every(({ input }) => isDeepStrictEqual(input, first?.input)) ? first?.input : undefined;
}
