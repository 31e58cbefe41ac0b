import type { RunDetails } from '../model/run-details.ts';
import type { RunHistory } from '../model/run-history.ts';
import type { RunSummary } from '../model/run-summary.ts';

/** Fields that a list row shows unchanged. */
export const rowFields = [
  'sweep',
  'taskId',
  'title',
  'family',
  'goalTitle',
  'why',
  'category',
  'model',
  'isReference',
  'injection',
  'repeat',
  'isDoubtful',
  'profile',
  'harm',
  'outcome',
  'steps',
  'wallMs',
  'costUsd',
] as const satisfies readonly (keyof RunSummary)[];

export type RowFields = Pick<RunSummary, (typeof rowFields)[number]>;

/** Fields that a run's page shows unchanged. */
export const pageFields = ['provider', 'startedAt', 'score', 'spent'] as const satisfies readonly (keyof RunSummary)[];

export interface PageFields
  extends RunHistory,
    Pick<RunSummary, (typeof pageFields)[number]>,
    Pick<RunDetails, 'phases' | 'awareness'> {}
