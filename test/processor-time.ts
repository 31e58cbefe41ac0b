/**
 * Processor time of this process while `work` runs, in milliseconds: the least of `tries`, after one that warms up. Processor time,
 * because other programs make the clock's time meaningless; the least, because they slow down single tries all the same.
 */
export async function processorMs(work: () => unknown, tries = 5): Promise<number> {
  await work();
  let least = Infinity;
  for (let at = 0; at < tries; at += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/**
 * How many times as much processor time four times as much work takes: about 4 where the time grows with the size, 16 where it grows
 * with its square. `prepare` makes the work of a size, outside the measured time.
 */
export async function growth(prepare: (size: number) => () => unknown, size: number, tries = 5): Promise<number> {
  const small = await processorMs(prepare(size), tries);
  return (await processorMs(prepare(4 * size), tries)) / small;
}
