import { stepNumber } from '../../../../../base/record/step-number.ts';
import type { RunDetail, RunRelation } from '../../../api.ts';

type Relative = RunDetail['relatives'][number];

/** The default run to compare with: the same task and model, with or without the attack. */
export const twinOf = ({ relatives }: RunDetail): Relative | undefined =>
  relatives.find(({ relation }) => relation.kind === 'benign twin' || relation.kind === 'injected twin');

/** Null unless the opened folder contains the parent. */
export const parentOf = ({ relatives }: RunDetail): string | null =>
  relatives.find(({ relation }) => relation.kind === 'recorded run')?.id ?? null;

export function toldRelation(relation: RunRelation): string {
  if (!('step' in relation)) return relation.kind;
  const state = relation.state === 'same' ? 'same state' : 'another state';
  return relation.kind === 'branch'
    ? `branch at step ${stepNumber(relation.step)}, ${state}`
    : `recorded run, branched off at step ${stepNumber(relation.step)}, ${state}`;
}
