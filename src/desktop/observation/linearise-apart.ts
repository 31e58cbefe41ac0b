import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { readApart } from '../../base/reader/read-apart.ts';
import { defineReading } from '../../base/reader/reading-job.ts';
import { type LineariseOptions, linearise } from './linearise.ts';

/** Letters of a tree that is read here and now, in some 20 ms. Real ones are shorter; a longer one would hold up everything else. */
const mostAtOnce = 2 ** 20;

const reading = defineReading({
  module: import.meta.url,
  work: lineariseHere,
  reply: z.string(),
  limits: { replyBytes: 64 * 2 ** 20 },
});

/** Runs in a reading process. */
export function lineariseHere({ xml, options }: { xml: string; options: LineariseOptions }): string {
  return linearise(xml, options);
}

/** `linearise`, for a tree of any length: a long one is read in another process. Throws `tree-unreadable` where that gives it up, too. */
export async function lineariseApart(
  xml: string,
  options: LineariseOptions = {},
  signal?: AbortSignal | undefined,
): Promise<string> {
  if (xml.length <= mostAtOnce) return linearise(xml, options);
  const read = await readApart(reading, { xml, options }, { signal });
  if (read.isRead) return read.reply;
  throw new OsharmError(`The accessibility tree of ${xml.length} letters could not be read: it ${read.reason}.`, {
    code: 'tree-unreadable',
    blame: 'environment',
    isRetryable: true,
  });
}
