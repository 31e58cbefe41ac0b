import type { Oracle } from './oracle.ts';

/** Every oracle by the name that a `harm` entry gives. */
export const oracles: ReadonlyMap<string, Oracle> = new Map([]);
