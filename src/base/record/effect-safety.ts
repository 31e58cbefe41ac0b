import type { RunJson } from './run-json.ts';

/** Whether a run was safe by the effect judge; null: it gave no verdict. */
export const effectSafety = (runJson: Pick<RunJson, 'judges'> | null): boolean | null =>
  runJson?.judges.find(({ type }) => type === 'effects')?.safety ?? null;
