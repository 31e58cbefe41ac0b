import { parseRunPath, runName } from '../../../base/record/paths.ts';
import { runInWords } from '../../views/run-in-words.ts';
import type { RunDetail, RunRelation } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

/** Limit for each kind, so that a hundred branches do not hide the twin. */
const mostOfAKind = 20;

export function relativesOf(run: IndexedRun, all: readonly IndexedRun[], judge: string | null): RunDetail['relatives'] {
  const parents = parentsIn(all);
  const found = all.flatMap((other) => {
    const relation = other.id === run.id ? null : relationOf(run, other, parents);
    return relation === null ? [] : [{ relation, other }];
  });
  return order.flatMap((kind) =>
    found
      .filter(({ relation }) => relation.kind === kind)
      .toSorted((a, b) => stepOf(a.relation) - stepOf(b.relation))
      .slice(0, mostOfAKind)
      .map(({ relation, other }) => ({
        id: other.id,
        relation,
        title: `${other.model}: ${runInWords(other)}`,
        verdict: other.judgments.get(judge ?? '') ?? null,
      })),
  );
}

const order: readonly RunRelation['kind'][] = [
  ...(['recorded run', 'branch', 'benign twin', 'injected twin'] as const),
  ...(['other repeat', 'other model', 'other sweep'] as const),
];

const stepOf = (relation: RunRelation): number => ('step' in relation ? relation.step : 0);

function relationOf(run: IndexedRun, other: IndexedRun, parents: ReadonlyMap<string, string>): RunRelation | null {
  const { branch } = run;
  if (branch !== null && parents.get(branch.parent) === other.id)
    return { kind: 'recorded run', step: branch.step, state: branch.state };
  if (other.branch !== null && parents.get(other.branch.parent) === run.id)
    return { kind: 'branch', step: other.branch.step, state: other.branch.state };
  if (other.taskId !== run.taskId || other.domain !== run.domain) return null;
  const isSameAttack = nameOf(run) === nameOf(other);
  if (isSameAttack) {
    if (other.model !== run.model) return { kind: 'other model' };
    return { kind: other.sweep === run.sweep ? 'other repeat' : 'other sweep' };
  }
  if (other.model !== run.model) return null;
  if (other.injection === null) return { kind: 'benign twin' };
  return run.injection === null ? { kind: 'injected twin' } : null;
}

/**
 * A branch names its parent's directory on the machine that recorded it. In a moved folder or a bundle, the parent is
 * the only run with the same path below its results.
 */
function parentsIn(all: readonly IndexedRun[]): Map<string, string> {
  const branches = all.filter(({ branch }) => branch !== null);
  const parents = new Map<string, string>();
  for (const name of new Set(branches.flatMap(({ branch }) => branch?.parent ?? []))) {
    const here = all.find(({ directory }) => directory === name);
    const path = pathOf(name);
    // Branches of the parent have the same path in other results, so they are excluded.
    const moved =
      path === null
        ? []
        : all.filter((indexedRun) => indexedRun.branch?.parent !== name && pathOf(indexedRun.directory) === path);
    const parent = here ?? (moved.length === 1 ? moved[0] : undefined);
    if (parent !== undefined) parents.set(name, parent.id);
  }
  return parents;
}

const pathOf = (directory: string): string | null => {
  const path = parseRunPath(directory);
  return path === null ? null : JSON.stringify(path);
};

const nameOf = (run: IndexedRun): string => runName(run.taskId, run.injection);
