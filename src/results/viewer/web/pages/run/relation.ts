import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { RunDetail, RunRelation } from '../../../api.ts';

type Relative = RunDetail['relatives'][number];

/** The same task by the same model without its attack, or with one: what a run is compared with first. */
export const twinOf = ({ relatives }: RunDetail): Relative | undefined =>
  relatives.find(({ relation }) => relation.kind === 'benign twin' || relation.kind === 'injected twin');

/** The recorded run that a branch begins in, where it is in the opened folder. */
export const parentOf = ({ relatives }: RunDetail): string | null =>
  relatives.find(({ relation }) => relation.kind === 'recorded run')?.id ?? null;

/** What another run is to the one that is shown, in words. */
export function toldRelation(relation: RunRelation): string {
  if (!('step' in relation)) return relation.kind;
  const state = relation.state === 'same' ? 'same state' : 'another state';
  return relation.kind === 'branch'
    ? `branch at step ${stepNumber(relation.step)}, ${state}`
    : `recorded run, branched off at step ${stepNumber(relation.step)}, ${state}`;
}
