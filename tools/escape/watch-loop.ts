/** The longest time that the event loop was held between two turns of a timer. */
export interface LongestHold {
  /** Milliseconds of the clock: on a busy machine other programs' turns too. */
  clock: number;
  /** Milliseconds that this thread itself worked, or its collector of garbage. */
  processor: number;
}

const resolution = 5;

/** Watches how long this thread's event loop is held, from now on. Keeps nobody's process alive. */
export function watchLoop(): () => LongestHold {
  const longest: LongestHold = { clock: 0, processor: 0 };
  let clock = performance.now();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(before);
    longest.clock = Math.max(longest.clock, now - clock - resolution);
    longest.processor = Math.max(longest.processor, (user + system) / 1000);
    clock = now;
    before = process.threadCpuUsage();
  }, resolution).unref();
  return () => ({ clock: Math.max(0, Math.round(longest.clock)), processor: Math.round(longest.processor) });
}
