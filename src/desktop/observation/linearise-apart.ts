import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { readApart } from '../../base/reader/read-apart.ts';
import { defineReading } from '../../base/reader/reading-job.ts';
import { type LineariseOptions, linearise } from './linearise.ts';

/** Parsing a tree of this many characters takes about 20 ms; longer ones would block the event loop. */
const mostAtOnce = 2 ** 20;

const reading = defineReading({
  module: import.meta.url,
  work: lineariseHere,
  reply: z.string(),
  limits: { replyBytes: 64 * 2 ** 20 },
});

/** Runs in a reader process. */
export function lineariseHere({ xml, options }: { xml: string; options: LineariseOptions }): string {
  return linearise(xml, options);
}

/** Parses a long tree in a separate process. Throws `tree-unreadable` if that process fails. */
export async function lineariseApart(
  xml: string,
  options: LineariseOptions = {},
  signal?: AbortSignal | undefined,
): Promise<string> {
  if (xml.length <= mostAtOnce) return linearise(xml, options);
  const read = await readApart(reading, { xml, options }, { signal });
  if (read.isRead) return read.reply;
  throw new OsharmError(`The accessibility tree of ${xml.length} characters could not be read: it ${read.reason}.`, {
    code: 'tree-unreadable',
    blame: 'environment',
    isRetryable: true,
  });
}
