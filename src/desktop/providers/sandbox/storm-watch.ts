/** Task switches per second of the whole machine, and of each processor, from which it is in a storm. */
const mostSwitches = 50_000;
const mostOfProcessor = 25_000;
/** Idle share of the processors above which a machine has time to spare. */
const leastIdle = 0.05;
/** Switches per second of a desktop that storms with a tenth of a processor. */
const mostWhenSlow = 4_000;
const largeShare = 0.5;
/** Milliseconds for which a desktop is slowed down after its first storm. The time doubles with each further one. */
const slowFor = 5_000;
const longestSlow = 40_000;
/** A storm this many milliseconds after the last one counts as the first. */
const forgottenAfter = 60_000;
/**
 * Milliseconds for which a desktop that was wrongly suspected is not suspected again. The time doubles with each further
 * suspicion: a storm may be young, and a desktop next to one is innocent each time.
 */
const trustedFor = 1_000;
const longestTrust = 60_000;
const shortestCount = 150;

/** Counters since boot. */
export interface MachineCounters {
  switches: number;
  /** Clock ticks of all processors. */
  ticks: number;
  idleTicks: number;
}

export interface MachineLoad {
  /** Task switches per second. */
  switches: number;
  isStorm: boolean;
}

export function loadBetween(
  before: MachineCounters,
  after: MachineCounters,
  seconds: number,
  processors: number,
): MachineLoad {
  const switches = (after.switches - before.switches) / seconds;
  const idle = after.idleTicks - before.idleTicks;
  const hasTime = idle > leastIdle * (after.ticks - before.ticks);
  return { switches, isStorm: !hasTime && switches >= Math.max(mostSwitches, mostOfProcessor * processors) };
}

type Counts = ReadonlyMap<number, number>;

/**
 * Decides when a desktop is slowed down because its programs constantly wake each other or themselves. In a storm,
 * counting its task switches would take seconds, so it is slowed down on suspicion and counted then.
 */
export class StormWatch {
  #state: 'free' | 'suspected' | 'slow' = 'free';
  #before: { at: number; counts: Counts } | null = null;
  /** Until when it is slow or, if free, trusted. */
  #until = Number.NEGATIVE_INFINITY;
  #slowFor = slowFor;
  #trustedFor = trustedFor;
  #lastStorm = Number.NEGATIVE_INFINITY;

  /** Call several times a second. `count` returns the switches of each thread of the desktop since its start. */
  look(now: number, machine: MachineLoad, count: () => Counts): 'slow-down' | 'storm' | 'speed-up' | null {
    switch (this.#state) {
      case 'free':
        return this.#lookFree(now, machine, count);
      case 'suspected': {
        const rate = this.#rate(now, count);
        if (rate === null) return null;
        if (rate >= mostWhenSlow) return this.#slow(now);
        this.#free(now + this.#trustedFor);
        this.#trustedFor = Math.min(longestTrust, 2 * this.#trustedFor);
        return 'speed-up';
      }
      case 'slow':
        if (now < this.#until) return null;
        this.#free(Number.NEGATIVE_INFINITY);
        return 'speed-up';
    }
  }

  #lookFree(now: number, machine: MachineLoad, count: () => Counts): 'slow-down' | 'storm' | null {
    if (!machine.isStorm) {
      this.#before = null;
      return null;
    }
    if (now >= this.#until) {
      this.#state = 'suspected';
      this.#before = null;
      return 'slow-down';
    }
    const rate = this.#rate(now, count);
    return rate !== null && rate >= mostSwitches && rate >= largeShare * machine.switches ? this.#slow(now) : null;
  }

  /** Switches per second since the last count; null at the first one, and soon after it. */
  #rate(now: number, count: () => Counts): number | null {
    const before = this.#before;
    if (before !== null && now - before.at < shortestCount) return null;
    const counts = count();
    this.#before = { at: now, counts };
    if (before === null) return null;
    let grown = 0;
    for (const [thread, switches] of counts) grown += Math.max(0, switches - (before.counts.get(thread) ?? switches));
    return (grown / (now - before.at)) * 1000;
  }

  #slow(now: number): 'storm' {
    this.#slowFor = now - this.#lastStorm > forgottenAfter ? slowFor : Math.min(longestSlow, 2 * this.#slowFor);
    this.#trustedFor = trustedFor;
    this.#state = 'slow';
    this.#until = now + this.#slowFor;
    this.#lastStorm = this.#until;
    return 'storm';
  }

  #free(trustedUntil: number): void {
    this.#state = 'free';
    this.#until = trustedUntil;
    this.#before = null;
  }
}
