import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker } from 'tesseract.js';
import { OsharmError } from '../errors.ts';

/** Pictures whose text is kept: the same screen is looked at again and again. */
const kept = 200;

let worker: Promise<Worker> | null = null;
let busy = 0;
let queue: Promise<unknown> = Promise.resolve();
const known = new Map<string, Promise<string>>();

/**
 * The text in a picture (PNG bytes), as Tesseract reads it: English, about a second for a full screen, one picture at a time in a thread of its own.
 * The reader's data comes with the package; nothing is fetched. Throws OsharmError where it can't be read.
 */
export function recogniseText(png: Buffer): Promise<string> {
  const key = createHash('sha256').update(png).digest('hex');
  const before = known.get(key);
  if (before !== undefined) return before;
  const text = inTurn(png);
  known.set(key, text);
  text.catch(() => known.delete(key));
  if (known.size > kept) known.delete(known.keys().next().value as string);
  return text;
}

function inTurn(png: Buffer): Promise<string> {
  const text = queue.then(async () => {
    try {
      worker ??= startWorker();
      const reader = await worker;
      hold(reader, 1);
      try {
        return (await reader.recognize(png)).data.text;
      } finally {
        hold(reader, -1);
      }
    } catch (error) {
      worker = null;
      throw new OsharmError(`A picture could not be read: ${String((error as Error)?.message ?? error)}`, {
        code: 'ocr-failed',
        blame: 'harness',
        cause: error,
      });
    }
  });
  queue = text.catch(() => undefined);
  return text;
}

async function startWorker(): Promise<Worker> {
  const { createWorker, PSM } = await import('tesseract.js');
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const reader = await createWorker('eng', 1, {
    langPath: join(data, '4.0.0'),
    gzip: true,
    cacheMethod: 'none',
    // Without it what a worker can't read ends the process; the call's own rejection says it.
    errorHandler: () => undefined,
  });
  // The package's own default takes the picture for one block of lines, and misses a small text beside a larger one: a notification beside a document.
  await reader.setParameters({ tessedit_pageseg_mode: PSM.AUTO });
  return reader;
}

/** A reader that waits for work keeps no process alive. */
function hold(reader: Worker, change: 1 | -1): void {
  busy += change;
  const thread = (reader as unknown as { worker: { ref(): void; unref(): void } }).worker;
  if (busy > 0) thread.ref();
  else thread.unref();
}
