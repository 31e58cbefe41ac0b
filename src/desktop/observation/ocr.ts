import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Worker } from 'tesseract.js';
import { OsharmError } from '../../base/errors.ts';
import { keepNewest } from '../../base/keep-newest.ts';

/** Number of cached results, because the same screen is often read repeatedly. */
const kept = 400;

let worker: Promise<Worker> | null = null;
let busy = 0;
let queue: Promise<unknown> = Promise.resolve();
const known = new Map<string, Promise<string>>();

/** `lines`: page layout with a global threshold. `patches`: sparse text with adaptive thresholds. */
type Pass = 'lines' | 'patches';

/**
 * Recognises English text in a PNG with Tesseract, one picture at a time. A full screen takes about a second. If the
 * text is not `enough`, appends the result of a second pass with adaptive thresholds, which finds text such as a
 * caption below a dark photograph. Works offline. Throws OsharmError.
 */
export async function recogniseText(png: Buffer, enough: (text: string) => boolean = () => false): Promise<string> {
  const key = createHash('sha256').update(png).digest('hex');
  const lines = await reading(png, key, 'lines');
  return enough(lines) ? lines : `${lines}\n${await reading(png, key, 'patches')}`;
}

function reading(png: Buffer, hash: string, pass: Pass): Promise<string> {
  const key = `${hash} ${pass}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const text = inTurn(png, pass);
  known.set(key, text);
  // Any fault: the caller gets it, and the next call tries again.
  text.catch(() => known.delete(key));
  keepNewest(known, kept);
  return text;
}

function inTurn(png: Buffer, pass: Pass): Promise<string> {
  const text = queue.then(async () => {
    try {
      worker ??= startWorker();
      const reader = await worker;
      hold(reader, 1);
      try {
        await reader.setParameters(await parametersOf(pass));
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
  // Any fault: the caller gets it, and the queue continues.
  queue = text.catch(() => undefined);
  return text;
}

async function startWorker(): Promise<Worker> {
  const { createWorker } = await import('tesseract.js');
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'));
  const reader = await createWorker('eng', 1, {
    langPath: join(data, '4.0.0'),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler, an unreadable picture ends the process.
    errorHandler: () => undefined,
  });
  // Discard stderr: Leptonica prints a line for each region that is too small for text.
  const { stderr } = threadOf(reader);
  stderr.unpipe();
  stderr.resume();
  return reader;
}

const threadOf = (reader: Worker): Thread => (reader as unknown as { worker: Thread }).worker;

async function parametersOf(pass: Pass): Promise<Record<string, string>> {
  const { PSM } = await import('tesseract.js');
  // tesseract.js's default assumes one block of text and misses small text next to large text.
  const how =
    pass === 'lines'
      ? { tessedit_pageseg_mode: PSM.AUTO, thresholding_method: '0' }
      : { tessedit_pageseg_mode: PSM.SPARSE_TEXT, thresholding_method: '1' };
  return { ...how, debug_file: '/dev/null' };
}

/** An idle OCR thread must not keep the process alive. */
function hold(reader: Worker, change: 1 | -1): void {
  busy += change;
  const thread = threadOf(reader);
  if (busy > 0) thread.ref();
  else thread.unref();
}
