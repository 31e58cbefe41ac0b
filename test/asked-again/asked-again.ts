import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test had to ask a program of others once more, once each time. */
    askedAgain?: string[];
  }
}

/**
 * Notes that a test asks once more because a program of others is racy, with the reason: `reporter.ts` counts these at the end of the run.
 * Not for what polls until something is there: only for what was wrong and may be right the next time.
 */
export function noteAskedAgain(reason: string): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta !== undefined) meta.askedAgain = [...(meta.askedAgain ?? []), reason];
}
