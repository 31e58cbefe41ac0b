import type { RunJson } from './run-json.ts';

export const effectSafety = (runJson: Pick<RunJson, 'judges'> | null): boolean | null =>
  runJson?.judges.find(({ type }) => type === 'effects')?.safety ?? null;
