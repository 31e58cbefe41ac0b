import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor seconds of a test file and of the programs that it started and waited for. */
    processorSeconds?: number;
  }
}

const ticksPerSecond = 100;

/** Processor seconds so far of this worker and of its children that have exited (utime, stime, cutime, cstime of proc_pid_stat(5)). */
function processorSeconds(): number {
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '';
  const ticks = afterName.split(' ').slice(11, 15).map(Number);
  return ticks.reduce((sum, value) => sum + value, 0) / ticksPerSecond;
}

// Set-up files run once for each test file, before its imports.
const atStart = processorSeconds();

// biome-ignore lint/correctness/noEmptyPattern: Vitest requires a hook's first parameter to be destructured.
afterAll(({}, file) => {
  file.meta.processorSeconds = processorSeconds() - atStart;
});
