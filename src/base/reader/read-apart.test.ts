import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as readings from '../../../test/reader/readings.ts';
import { OsharmError } from '../errors.ts';
import { closeIdleReaders, readApart } from './read-apart.ts';
import { defineReading, type ReadingLimits } from './reading-job.ts';

const module = import.meta.resolve('../../../test/reader/readings.ts');
const reading = (name: keyof typeof readings, limits: Partial<ReadingLimits> = {}) => ({
  ...defineReading<unknown, unknown>({ module, work: readings.hang, reply: z.unknown(), limits }),
  name,
});
const reasonOf = async (name: keyof typeof readings, limits: Partial<ReadingLimits> = {}): Promise<string | null> => {
  const read = await readApart(reading(name, limits), {});
  return read.isRead ? null : read.reason;
};
const processOf = async (): Promise<{ pid: number; secrets: string[] }> => {
  const read = await readApart(reading('process_'), {});
  if (!read.isRead) throw new Error(read.reason);
  return read.reply as { pid: number; secrets: string[] };
};

/** False for one that has ended, also where nobody has asked how. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

afterAll(closeIdleReaders);

describe('readApart', () => {
  it('readApart returns the reply and accepts byte arrays of many megabytes, single and in lists', async () => {
    const content = Buffer.alloc(40 * 2 ** 20);
    expect(await readApart(reading('length'), { content })).toMatchObject({ isRead: true, reply: content.length });
    const contents = [Buffer.from('a'), new Uint8Array(0), Buffer.from('bc')];
    expect(await readApart(reading('together'), { contents })).toMatchObject({ isRead: true, reply: 'abc' });
  });

  it('readApart reuses one process and hides secrets of the environment from it', async () => {
    process.env.OSHARM_TEST_API_KEY = 'secret';
    closeIdleReaders();
    const first = await processOf();
    expect(await processOf()).toEqual(first);
    expect(first.secrets).toEqual([]);
    expect(first.pid).not.toBe(process.pid);
  });

  it('readApart starts a fresh process if earlier readings left too little memory', async () => {
    closeIdleReaders();
    expect(await readApart(reading('retain'), {})).toMatchObject({ isRead: true });
    expect(await readApart(reading('measureMemory'), {})).toMatchObject({ isRead: true, reply: 26_000_000 });
  });

  it('readApart reports an exceeded limit of time, memory, reply or questions without blocking the event loop', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    expect(await reasonOf('hang', { milliseconds: 700 })).toBe('took longer than 0.7 s');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    // A process without memory may also hang in its own last words: then the clock ends it.
    const starved = { milliseconds: 120_000, clock: 20_000 };
    expect(await reasonOf('objects', starved)).toMatch(
      /^(exceeded the memory limit for reading|took longer than 20 s)$/,
    );
    expect(await reasonOf('buffers', starved)).toMatch(/memory|allocation|longer than 20 s/i);
    expect(await reasonOf('longReply', { replyBytes: 1000 })).toMatch(/more than .* MB/);
  });

  it('readApart reports what a reader throws and works on after one that ended its process', async () => {
    expect(await reasonOf('damaged')).toBe("can't be read (no such thing)");
    expect(await reasonOf('left')).toBe('ended its reader (exit 7)');
    expect(await reasonOf('killed')).toBe('ended its reader (SIGKILL)');
    expect(await readApart(reading('length'), { content: Buffer.alloc(3) })).toMatchObject({ reply: 3 });
  });

  it('readApart passes on typed errors and refuses a malformed reply', async () => {
    const raised = await readApart(reading('ours'), {}).catch((error: unknown) => error);
    expect(raised).toBeInstanceOf(OsharmError);
    expect(raised).toMatchObject({
      code: 'task-wrong',
      blame: 'task',
      hint: 'Mend it.',
      message: 'The task is wrong.',
    });
    const shaped = defineReading({ module, work: readings.longReply as () => never, reply: z.number() });
    await expect(readApart(shaped, {})).rejects.toMatchObject({ code: 'reader-reply' });
  });

  it('a reader can ask back; time spent on answers is not charged to it, and a failed answer is the caller’s error', async () => {
    const files: Record<string, Buffer> = { a: Buffer.alloc(10), b: Buffer.alloc(2 ** 20) };
    const readFile = async (path: unknown) => {
      await delay(400);
      if (path === 'gone') throw new RangeError('the desktop is gone');
      return files[String(path)] ?? null;
    };
    const answers = { readFile };
    const work = reading('asking', { milliseconds: 700, questions: 3 });
    expect(await readApart(work, ['a', 'b', 'c'], { answers })).toMatchObject({ reply: ['10', '1048576', 'none'] });
    await expect(readApart(work, ['a', 'gone'], { answers })).rejects.toThrow('the desktop is gone');
    expect(await readApart(work, ['a', 'a', 'a', 'a'], { answers })).toMatchObject({
      isRead: false,
      reason: 'needs more than 3 files',
    });
  });

  it('readApart stops at the abort signal', async () => {
    const stop = new AbortController();
    const waiting = readApart(reading('hang'), {}, { signal: stop.signal });
    await delay(300);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('readApart handles more pieces than there are processes', async () => {
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) => readApart(reading('length'), { content: Buffer.alloc(index) })),
    );
    expect(all.map((item) => (item.isRead ? item.reply : null))).toEqual(
      Array.from({ length: 30 }, (_, index) => index),
    );
  });

  it('readApart leaves no process behind and keeps none alive, whatever a reader is doing', async () => {
    const program = (more: string) => `
      const { readApart } = await import(${JSON.stringify(import.meta.resolve('./read-apart.ts'))});
      const { defineReading } = await import(${JSON.stringify(import.meta.resolve('./reading-job.ts'))});
      const { z } = await import('zod');
      const of = (name) => defineReading({ module: ${JSON.stringify(module)}, work: { name }, reply: z.unknown() });
      const { reply } = await readApart(of('process_'), {});
      console.log(reply.pid);
      ${more}`;
    for (const more of [
      '',
      "void readApart(of('hang'), {}); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);",
    ]) {
      const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program(more)], {
        cwd: new URL('.', import.meta.url).pathname,
        timeout: 50_000,
        encoding: 'utf8',
      });
      const pid = Number(stdout.trim());
      expect(pid).toBeGreaterThan(1);
      // A busy machine takes its time; what ends never is alive for good.
      for (let turn = 0; turn < 900 && isAlive(pid); turn++) await delay(100);
      expect(isAlive(pid)).toBe(false);
    }
  }, 300_000);

  it('a reader exits if its parent is already gone when it starts', async () => {
    const nobody = 2 ** 22 + 1;
    const reader = spawn(process.execPath, [fileURLToPath(import.meta.resolve('./reader-main.ts')), String(nobody)], {
      stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    });
    expect(await once(reader, 'exit')).toEqual([null, 'SIGKILL']);
  });
});
