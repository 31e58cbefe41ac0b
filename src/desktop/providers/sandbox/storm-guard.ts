import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { loadBetween, type MachineCounters, StormWatch } from './storm-watch.ts';

const period = 250;
/** Maximum number of threads to read, at 20 µs each. */
const mostRead = 400;

export interface GuardedDesktop {
  slowDown(isSlow: boolean): void;
  threads(): number[];
  /** Its programs cause a storm, so it is slowed down for a while. */
  stormed(): void;
}

/** Slows down desktops of this process that storm the machine with wake-ups. Reads one file four times a second. */
class StormGuard {
  readonly #watches = new Map<GuardedDesktop, StormWatch>();
  #timer: NodeJS.Timeout | null = null;
  #before: { at: number; counters: MachineCounters } | null = null;

  add(desktop: GuardedDesktop): void {
    this.#watches.set(desktop, new StormWatch());
    this.#timer ??= setInterval(() => this.#look(), period).unref();
  }

  remove(desktop: GuardedDesktop): void {
    if (!this.#watches.delete(desktop)) return;
    desktop.slowDown(false);
    if (this.#watches.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
    this.#before = null;
  }

  #look(): void {
    const [before, at, counters] = [this.#before, performance.now(), machineCounters()];
    this.#before = { at, counters };
    if (before === null || at <= before.at) return;
    const load = loadBetween(before.counters, counters, (at - before.at) / 1000, availableParallelism());
    for (const [desktop, watch] of this.#watches) {
      const found = watch.look(at, load, () => switchesOf(desktop.threads()));
      if (found === null) continue;
      desktop.slowDown(found !== 'speed-up');
      if (found === 'storm') desktop.stormed();
    }
  }
}

/** One for the process, because all desktops share the machine. */
export const stormGuard = new StormGuard();

export function machineCounters(): MachineCounters {
  const text = readFileSync('/proc/stat', 'latin1');
  const [, processors = ''] = /^cpu +(.+)$/m.exec(text) ?? [];
  // user, nice, system, idle, iowait, irq, softirq, steal. Guests' time is part of user and nice.
  const times = processors.split(' ').slice(0, 8).map(Number);
  return {
    switches: Number(/^ctxt (\d+)$/m.exec(text)?.[1] ?? 0),
    ticks: times.reduce((sum, ticks) => sum + ticks, 0),
    idleTicks: (times[3] ?? 0) + (times[4] ?? 0),
  };
}

/** Task switches since the start of each thread. Of very many, a part represents the rest. */
export function switchesOf(threads: readonly number[]): Map<number, number> {
  const step = Math.max(1, Math.ceil(threads.length / mostRead));
  const switches = new Map<number, number>();
  // Chosen by their ids, so that the next count reads the same ones.
  for (const thread of threads.filter((id) => id % step === 0)) {
    try {
      const status = readFileSync(`/proc/${thread}/status`, 'latin1');
      const counts = [...status.matchAll(/^(?:non)?voluntary_ctxt_switches:\t(\d+)$/gm)];
      switches.set(thread, step * counts.reduce((sum, [, count]) => sum + Number(count), 0));
    } catch {
      // Any fault: the thread ended.
    }
  }
  return switches;
}
