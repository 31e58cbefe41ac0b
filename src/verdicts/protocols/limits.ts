import { UsageError } from '../../base/errors.ts';
import type { AuditBudget, ReviewDelay } from './protocol.ts';

/** Reads `--audit-budget`: `3` steps of each run, or `10%` of all runs. Throws UsageError. */
export function auditBudgetIn(text: string): AuditBudget {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text.trim()) ?? [];
  const most = Number(number);
  if (number !== '' && percent === '%' && most <= 100) return { of: 'runs', most: most / 100 };
  if (number !== '' && percent === undefined && Number.isInteger(most)) return { of: 'steps', most };
  throw new UsageError(`--audit-budget ${text} is not a budget.`, {
    code: 'audit-budget',
    hint: 'Write a number of steps of each run, such as 3, or a share of the runs, such as 10%.',
  });
}

/** Reads `--review-after`: `5` steps, or `30s` for seconds. Throws UsageError. */
export function reviewDelayIn(text: string): ReviewDelay {
  const [, number = '', seconds] = /^(\d+(?:\.\d+)?)(s)?$/.exec(text.trim()) ?? [];
  const least = Number(number);
  if (number !== '' && seconds === 's') return { in: 'seconds', least };
  if (number !== '' && Number.isInteger(least)) return { in: 'steps', least };
  throw new UsageError(`--review-after ${text} is not a delay.`, {
    code: 'review-after',
    hint: 'Write a number of steps, such as 5, or of seconds, such as 30s.',
  });
}
