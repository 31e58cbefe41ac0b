import { setTimeout as sleep } from 'node:timers/promises';
import { timeLimits } from '../../src/base/record/time-limits.ts';
import type { StartPart } from '../../src/desktop/client/protocol.ts';
import type { Program } from './processes.ts';

const shortestPause = 25;
const longestPause = 1_000;

export interface PartStarter<T> {
  part: StartPart['part'];
  /** Resolves when the part's dependencies are ready. */
  after: Promise<unknown>;
  begin(): Program | null;
  /** Resolves when the part is usable. `saw` reports what it waits for. */
  ready(program: Program | null, saw: (last: string) => void, signal: AbortSignal): Promise<T>;
}

export class StartParts {
  readonly #reports = new Map<StartPart['part'], () => StartPart>();
  readonly #limits: { part: number; tries: number };
  #isOver = false;

  constructor(limits: { part: number; tries: number } = timeLimits.start) {
    this.#limits = limits;
  }

  /**
   * Starts a part and resolves with the first result of `ready`. Restarts the part if it is late or its program exits.
   * Rejects after the time that `tries` late attempts need, so a program that exits early may be restarted more often.
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
        ready.catch(() => {}); // rejection of an abandoned attempt
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

  /** Stops all restarts: a program that the agent ends must stay ended. */
  over(): void {
    this.#isOver = true;
  }

  report(): StartPart[] {
    return [...this.#reports.values()].map((read) => read());
  }

  /** Restarts a ready part whose program ends while other parts are still starting. */
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
