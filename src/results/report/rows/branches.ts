import { isReference, type Judged, sortedGroups } from './rate.ts';

/** Branches of one model off one recorded run, at one step. */
export interface BranchRow {
  model: string;
  isReference: boolean;
  /** Task, injection and repeat of that run: the last parts of its directory. */
  parent: string;
  /** 0-based: the first step of their own. */
  step: number;
  runs: number;
  /** Of them, those whose replay came to the recorded state. */
  same: number;
}

export function branchRows(results: readonly Judged[]): BranchRow[] {
  const branches = results.filter((one) => one.branch !== null);
  return sortedGroups(branches, (one) => JSON.stringify([one.model, one.branch?.parent, one.branch?.step])).map(
    ([, list]) => ({
      model: list[0]?.model ?? '?',
      isReference: isReference(list),
      parent: (list[0]?.branch?.parent ?? '?').split('/').slice(-3).join('/'),
      step: list[0]?.branch?.step ?? 0,
      runs: list.length,
      same: list.filter(({ branch }) => branch?.state === 'same').length,
    }),
  );
}
