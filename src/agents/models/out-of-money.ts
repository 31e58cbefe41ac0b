/** Errors that every later call would meet too, until the person raises a limit or adds credit. */
const codes: ReadonlySet<string> = new Set(['max-cost-reached', 'model-quota-exhausted']);

/** True for an error that pauses a sweep or a judging: finished work is kept, and the same command resumes. */
export const isOutOfMoney = ({ code }: { code: string }): boolean => codes.has(code);
