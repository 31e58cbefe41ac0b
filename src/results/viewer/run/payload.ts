import type { ReadRun } from '../../../base/record/read-run.ts';

/** The injected text; null without an injection. */
export function payloadOf({ betterLog }: Pick<ReadRun, 'betterLog'>): string | null {
  const content = betterLog?.injection?.content;
  return typeof content === 'string' ? content : null;
}
