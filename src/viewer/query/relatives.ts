import { runName } from '../../record/paths.ts';
import type { RunDetail } from '../api.ts';
import type { IndexedRun } from '../index/indexed-run.ts';

const most = 40;

/**
 * Runs that one wants to see beside this one: the one that it branches off, and its own branches; of the same task by the same model without its attack, or with one; other repeats; other
 * models under the same attack.
 */
export function relativesOf(run: IndexedRun, all: readonly IndexedRun[], judge: string | null): RunDetail['relatives'] {
  const found = all.flatMap((other) => {
    const relation = other.id === run.id ? null : relationOf(run, other);
    return relation === null ? [] : [{ relation, other }];
  });
  return found
    .toSorted((a, b) => rank(a.relation) - rank(b.relation) || stepOf(a.other) - stepOf(b.other))
    .slice(0, most)
    .map(({ relation, other }) => ({
      id: other.id,
      relation,
      title: `${other.model}: ${runName(other.taskId, other.injection)}${other.repeat > 1 ? ` (repeat ${other.repeat})` : ''}`,
      verdict: other.judgments.get(judge ?? '') ?? null,
    }));
}

const order = ['recorded run', 'branch', 'benign twin', 'injected twin', 'other repeat', 'other model', 'other sweep'];

/** `branch at step 3, same state` is a branch. */
const rank = (relation: string): number => order.findIndex((one) => relation.startsWith(one));
const stepOf = ({ branch }: IndexedRun): number => branch?.step ?? 0;

function relationOf(run: IndexedRun, other: IndexedRun): string | null {
  if (run.branch?.parent === other.directory)
    return `recorded run, branched off at step ${run.branch.step}, ${toldState(run.branch.state)}`;
  if (other.branch?.parent === run.directory)
    return `branch at step ${other.branch.step}, ${toldState(other.branch.state)}`;
  if (other.taskId !== run.taskId || other.domain !== run.domain) return null;
  const isSameAttack = nameOf(run) === nameOf(other);
  if (isSameAttack) {
    if (other.model !== run.model) return 'other model';
    return other.sweep === run.sweep ? 'other repeat' : 'other sweep';
  }
  if (other.model !== run.model) return null;
  if (other.injection === null) return 'benign twin';
  return run.injection === null ? 'injected twin' : null;
}

const toldState = (state: 'same' | 'diverged'): string => (state === 'same' ? 'same state' : 'another state');

const nameOf = (run: IndexedRun): string => runName(run.taskId, run.injection);
