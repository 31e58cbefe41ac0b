import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Milliseconds between two samples; longer if the machine is overloaded. */
export const samplePeriod = 5_000;
const remembered = 120_000;
/** The machine starves if this process is woken late by this many milliseconds in total within one sample. */
const starving = 2_000;
/** Task switches per second. A browser and an office program cause 20,000 together, a storm of timers over 100,000. */
const mostSwitches = 50_000;
const largeShare = 0.5;
/** Milliseconds that reading one sample may take, enough for all tasks that a desktop may have. */
const longestSample = 150;
const ticksOfSecond = 100;

/** Counters since boot or since each task started. */
export interface LoadCounters {
  machineSwitches: number;
  switches: ReadonlyMap<string, number>;
  /** CPU time of each task, in seconds. */
  processor: ReadonlyMap<string, number>;
}

interface LoadSample {
  at: number;
  lateMs: number;
  isBurning: boolean;
}

/**
 * Measures whether the desktop starves the machine. CPU limits and weights don't stop programs that constantly sleep
 * and wake, because the kernel doesn't charge them for its work on timers. The number of task switches distinguishes
 * these programs from their victims.
 */
export class LoadWatch {
  readonly #samples: LoadSample[] = [];
  #before: { at: number; counters: LoadCounters } | null = null;
  #lateMs = 0;

  /** Call with the delay of each turn. */
  waited(lateMs: number): void {
    this.#lateMs += Math.max(0, lateMs);
  }

  isDue(now: number): boolean {
    return this.#before === null || now - this.#before.at >= samplePeriod;
  }

  /** Returns the desktop's task switches per second if they starve the machine, else null. */
  sample(now: number, counters: LoadCounters): number | null {
    const before = this.#before;
    const lateMs = this.#lateMs;
    [this.#before, this.#lateMs] = [{ at: now, counters }, 0];
    if (before === null) return null;
    const seconds = (now - before.at) / 1000;
    const switches = grown(before.counters.switches, counters.switches);
    const ofMachine = counters.machineSwitches - before.counters.machineSwitches;
    const isStorm = switches >= mostSwitches * seconds && switches >= largeShare * ofMachine;
    const processor = grown(before.counters.processor, counters.processor);
    const isBurning = isStorm || processor >= largeShare * availableParallelism() * seconds;
    this.#samples.push({ at: now, lateMs, isBurning });
    return isStorm && lateMs >= starving ? Math.round(switches / seconds) : null;
  }

  /** Milliseconds by which this process was late in the last two minutes while the desktop caused most of the load. */
  starvedMs(now: number): number {
    const recent = this.#samples.filter(({ at, isBurning }) => isBurning && at >= now - remembered);
    return Math.round(recent.reduce((sum, { lateMs }) => sum + lateMs, 0));
  }
}

/** A new task's whole count belongs to this sample. */
function grown(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [task, value] of after) sum += Math.max(0, value - (before.get(task) ?? 0));
  return sum;
}

/** After `longestSample`, skips the remaining tasks; the sums are then lower bounds. */
export function readCounters(pids: readonly number[]): LoadCounters {
  const switches = new Map<string, number>();
  const processor = new Map<string, number>();
  const begun = process.cpuUsage();
  for (const pid of pids) {
    const { user, system } = process.cpuUsage(begun);
    if (user + system > longestSample * 1000) break;
    try {
      processor.set(String(pid), secondsOf(readFileSync(`/proc/${pid}/stat`, 'latin1')));
      for (const task of readdirSync(`/proc/${pid}/task`))
        switches.set(`${pid}/${task}`, switchesOf(readFileSync(`/proc/${pid}/task/${task}/status`, 'latin1')));
    } catch {
      // It ended.
    }
  }
  const machineSwitches = Number(/^ctxt (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1] ?? 0);
  return { machineSwitches, switches, processor };
}

const switchesOf = (status: string): number =>
  [...status.matchAll(/^(?:non)?voluntary_ctxt_switches:\t(\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );

/** User and system time, including children that have ended. */
function secondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ', 15);
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksOfSecond;
}
