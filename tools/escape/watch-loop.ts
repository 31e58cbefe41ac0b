/**
 * Preloaded before osharm's program. Measures event loop delays once the file `ESCAPE_BEGUN` exists and writes them to
 * `ESCAPE_LOOP` at the end. `longestHold` finds the runs that were open.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Hold {
  /** Wall-clock milliseconds, which include other programs' work. */
  clock: number;
  /** CPU milliseconds of the thread. */
  processor: number;
  /** Unix milliseconds. */
  began: number;
  ended: number;
}

export interface Watched {
  holds: Hold[];
  megabytes: number;
}

export interface MemoryInUse {
  heap: number;
  external: number;
}

const resolution = 5;
const noted = 20;
const watched: Watched = { holds: [], megabytes: 0 };
const { ESCAPE_BEGUN = '', ESCAPE_LOOP = '', ESCAPE_MEMORY = '' } = process.env;

/** If `ESCAPE_MEMORY` is set, collects garbage once a minute and appends the memory in use to that file. */
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
