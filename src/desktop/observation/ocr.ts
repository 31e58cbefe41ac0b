import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { Worker } from 'tesseract.js';
import { OsharmError } from '../../base/errors.ts';

/** Readings that are kept: the same screen is looked at again and again. */
const kept = 400;

let worker: Promise<Worker> | null = null;
let busy = 0;
let queue: Promise<unknown> = Promise.resolve();
const known = new Map<string, Promise<string>>();

/**
 * How a picture is read. `lines`: as a page, with one threshold between ink and paper. `patches`: as scattered text,
 * with a threshold for each part of the picture.
 */
type Pass = 'lines' | 'patches';

/**
 * The text in a picture (PNG bytes), as Tesseract reads it: English, about a second for a full screen, one picture at a
 * time in a thread of its own. What is not `enough` is read a second time, with a threshold for each part of the
 * picture: a caption below a dark photograph is lost in the first. Both readings, one below the other. The reader's
 * data comes with the package; nothing is fetched. Throws OsharmError where it can't be read.
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
  // Any fault: who asked has it, and the next one tries again.
  text.catch(() => known.delete(key));
  if (known.size > kept) known.delete(known.keys().next().value as string);
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
  // Any fault: who asked has it, and the next one has its turn.
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
    // Without it what a worker can't read ends the process; the call's own rejection says it.
    errorHandler: () => undefined,
  });
  // Its library of pictures prints a line for each part of a picture that has no room for text.
  const { stderr } = threadOf(reader);
  stderr.unpipe();
  stderr.resume();
  return reader;
}

const threadOf = (reader: Worker): Thread => (reader as unknown as { worker: Thread }).worker;

async function parametersOf(pass: Pass): Promise<Record<string, string>> {
  const { PSM } = await import('tesseract.js');
  // The package's own default takes the picture for one block of lines, and misses a small text beside a larger one: a
  // notification beside a document.
  const how =
    pass === 'lines'
      ? { tessedit_pageseg_mode: PSM.AUTO, thresholding_method: '0' }
      : { tessedit_pageseg_mode: PSM.SPARSE_TEXT, thresholding_method: '1' };
  // It would print its guesses between our lines.
  return { ...how, debug_file: '/dev/null' };
}

/** A reader that waits for work keeps no process alive. */
function hold(reader: Worker, change: 1 | -1): void {
  busy += change;
  const thread = threadOf(reader);
  if (busy > 0) thread.ref();
  else thread.unref();
}
