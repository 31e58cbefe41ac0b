/**
 * Loaded before osharm's own program: watches how long its event loop is held from the moment that `ESCAPE_BEGUN` is there, and writes that
 * to `ESCAPE_LOOP` at the end. `longestHold` tells which runs were open then.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A time for which the event loop was held, between two turns of a timer. */
export interface Hold {
  /** Milliseconds of the clock: on a busy machine other programs' turns too. */
  clock: number;
  /** Milliseconds that the thread itself worked. */
  processor: number;
  /** In milliseconds since 1970. */
  began: number;
  ended: number;
}

/** What was watched. */
export interface Watched {
  /** Those of `noted` milliseconds of own work and more. */
  holds: Hold[];
  /** The most memory that the process had beyond what it had at the first step. */
  megabytes: number;
}

/** Megabytes in use right after a collection. */
export interface MemoryInUse {
  heap: number;
  /** Buffers outside the heap. */
  external: number;
}

const resolution = 5;
const noted = 20;
const watched: Watched = { holds: [], megabytes: 0 };
const { ESCAPE_BEGUN = '', ESCAPE_LOOP = '', ESCAPE_MEMORY = '' } = process.env;

/** Collects garbage once a minute and appends what is still in use to the file `ESCAPE_MEMORY`, where that is set. */
function watchMemory(): void {
  if (ESCAPE_MEMORY === '') return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setInterval(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
    const inUse: MemoryInUse = { heap: megabytes(heapUsed), external: megabytes(external) };
    appendFileSync(ESCAPE_MEMORY, `${JSON.stringify(inUse)}\n`);
  }, 60_000).unref();
}

function watch(): void {
  const begin = process.memoryUsage.rss();
  setInterval(() => {
    watched.megabytes = Math.max(watched.megabytes, Math.round((process.memoryUsage.rss() - begin) / 2 ** 20));
  }, 50).unref();
  let clock = performance.now();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    const processor = Math.round((user + system) / 1000);
    const passed = performance.now() - clock;
    if (processor >= noted) {
      const ended = Date.now();
      watched.holds.push({
        clock: Math.round(passed - resolution),
        processor,
        began: Math.round(ended - passed),
        ended,
      });
    }
    clock = performance.now();
    before = process.threadCpuUsage();
  }, resolution).unref();
}

watchMemory();
const waiting = setInterval(() => {
  if (!existsSync(ESCAPE_BEGUN)) return;
  clearInterval(waiting);
  watch();
}, 50).unref();

process.once('exit', () => writeFileSync(ESCAPE_LOOP, JSON.stringify(watched)));
