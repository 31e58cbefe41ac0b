/** A limit of dollars of the whole sweep, or of one of its agents. */
const limits: ReadonlySet<string> = new Set(['max-cost-reached', 'agent-cost-reached']);

/** True for an error that ends a run because a person's limit of dollars was reached. */
export const isCostLimit = ({ code }: { code: string }): boolean => limits.has(code);

/**
 * True for an error that every later call would meet too, until the person raises a limit or adds credit. It pauses an
 * agent or a judging: finished work is kept, and the same command resumes.
 */
export const isOutOfMoney = (error: { code: string }): boolean =>
  isCostLimit(error) || error.code === 'model-quota-exhausted';
