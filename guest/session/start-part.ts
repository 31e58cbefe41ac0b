import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { StartPart } from '../../src/desktop/client/protocol.ts';
import type { Program } from './processes.ts';

/** Milliseconds before a part is started again. */
const shortestPause = 25;
const longestPause = 1_000;

/** How a part of the desktop is started. */
export interface PartStarter<T> {
  part: StartPart['part'];
  /** Resolves once what the part needs is there. */
  after: Promise<unknown>;
  /** Starts the part's program; null: it has none of its own. */
  begin(): Program | null;
  /** Resolves once the part can be used. `saw` notes what it waits for. */
  ready(program: Program | null, saw: (last: string) => void, signal: AbortSignal): Promise<T>;
}

/** The parts of one desktop's start: each is started, watched, and started again where it is late or its program ended. */
export class StartParts {
  readonly #reports = new Map<StartPart['part'], () => StartPart>();
  readonly #limits: { part: number; tries: number };
  #isOver = false;

  constructor(limits: { part: number; tries: number } = timeLimits.start) {
    this.#limits = limits;
  }

  /**
   * Starts a part, and again where it is late or its program ended: resolves with what `ready` gave first. Rejects
   * where it has not come in the time of `tries` late ones: a program that ends at once, since another part is late,
   * may be started more often. A part whose program ends before the whole start is over is started again.
   */
  async bringUp<T>(starter: PartStarter<T>): Promise<T> {
    const { part, after } = starter;
    let state: StartPart['state'] = 'waiting';
    let last = 'waits for other parts';
    let since = performance.now();
    let took: number | null = null;
    let tries = 0;
    this.#reports.set(part, () => ({ part, state, forMs: took ?? performance.now() - since, tries, last }));
    try {
      await after;
    } catch (error) {
      state = 'failed';
      last = (error as Error).message;
      throw error;
    }
    since = performance.now();
    state = 'starting';
    last = 'started';
    const end = since + this.#limits.part * this.#limits.tries;
    for (;;) {
      tries += 1;
      const stop = new AbortController();
      let program: Program | null = null;
      try {
        program = starter.begin();
        const ready = starter.ready(program, (text) => (last = text), stop.signal);
        ready.catch(() => {}); // a late part's
        const value = await Promise.race([
          ready,
          this.#tooLate(end, stop.signal),
          ...(program ? [program.failed] : []),
        ]);
        took ??= performance.now() - since;
        state = 'ready';
        if (program !== null)
          this.#watch(
            starter,
            program,
            (text) => (last = text),
            () => (tries += 1),
          );
        return value;
      } catch (error) {
        const reason = (error as Error).message;
        last = `${reason} (before that: ${last.replace(/ \(before that.*/s, '')})`;
        program?.end();
        if (performance.now() >= end || this.#isOver) {
          state = 'failed';
          throw new Error(`${part}: ${last}`);
        }
      } finally {
        stop.abort(new Error('no longer waited for'));
      }
      await sleep(Math.min(longestPause, shortestPause * 2 ** tries));
    }
  }

  /** From now on nothing is started again: what an agent ends stays ended. */
  over(): void {
    this.#isOver = true;
  }

  report(): StartPart[] {
    return [...this.#reports.values()].map((read) => read());
  }

  /** Starts a part again whose program ended after it was ready, while the others are still coming up. */
  #watch<T>(starter: PartStarter<T>, program: Program, saw: (text: string) => void, again: () => number): void {
    program.failed.catch((error: Error) => {
      if (this.#isOver) return;
      saw(error.message);
      if (again() > this.#limits.tries) return;
      const next = starter.begin();
      if (next !== null) this.#watch(starter, next, saw, again);
    });
  }

  async #tooLate(end: number, signal: AbortSignal): Promise<never> {
    const milliseconds = Math.max(1, Math.min(this.#limits.part, end - performance.now()));
    return new Promise((_, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`not there after ${(milliseconds / 1000).toFixed(1)} s`)),
        milliseconds,
      );
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    });
  }
}
