const limits: ReadonlySet<string> = new Set(['max-cost-reached', 'agent-cost-reached']);

/** True if a cost limit set by the user ended the run. */
export const isCostLimit = ({ code }: { code: string }): boolean => limits.has(code);

/**
 * True if every later call would fail too, until the user raises a limit or adds credit. The error pauses the agent or
 * the judging run: finished work is kept, and the same command resumes.
 */
export const isOutOfMoney = (error: { code: string }): boolean =>
  isCostLimit(error) || error.code === 'model-quota-exhausted';
