import type { ConditionKind } from './condition.ts';

/** Every kind of condition by the name that a `check` entry gives. */
export const conditionKinds: ReadonlyMap<string, ConditionKind> = new Map([]);
