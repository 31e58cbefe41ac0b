import type { ProcessIdentity } from '../../base/record/process-identity.ts';
import type { Leases } from './leases.ts';
import type { RunClaim, RunQueue } from './run-queue.ts';

/** What the queue of this process needs to know of a run. */
interface LocalRun {
  readonly specHash: string;
  /** Of its results. */
  readonly directory: string;
}

interface LocalQueueOptions<Run> {
  /** Another process may have finished it since the plan was made. */
  isDone(run: Run): boolean;
  onElsewhere(run: Run, holder: ProcessIdentity): void;
}

/** The runs of one sweep in this process: each under its lease, so that other processes on the same result folder leave it alone. */
export class LocalQueue<Run extends LocalRun> implements RunQueue<RunClaim & { run: Run }> {
  readonly #waiting: Run[];
  #givenBack = 0;
  readonly #leases: Leases;
  readonly #options: LocalQueueOptions<Run>;

  constructor(runs: readonly Run[], leases: Leases, options: LocalQueueOptions<Run>) {
    this.#waiting = [...runs];
    this.#leases = leases;
    this.#options = options;
  }

  /** Runs that nobody has claimed, and those that were given back: they are not claimed again. */
  get waiting(): number {
    return this.#waiting.length + this.#givenBack;
  }

  async claim(signal: AbortSignal): Promise<(RunClaim & { run: Run }) | null> {
    for (let run = this.#waiting.shift(); run !== undefined && !signal.aborted; run = this.#waiting.shift()) {
      const { directory, specHash } = run;
      const holder = this.#leases.take(directory);
      if (holder !== null) this.#options.onElsewhere(run, holder);
      else if (this.#options.isDone(run)) this.#leases.release(directory);
      else {
        const lost = new AbortController();
        const isHeld = (): boolean => {
          const isOurs = this.#leases.holds(directory);
          if (!isOurs) lost.abort(new Error('Another process has this run.'));
          return isOurs;
        };
        return {
          run,
          sweep: '',
          key: specHash,
          attempt: 1,
          lost: lost.signal,
          progress: () => void isHeld(),
          commit: async () => isHeld(),
          end: async ({ as }) => {
            if (as === 'released') this.#givenBack += 1;
          },
          close: async () => this.#leases.release(directory),
        };
      }
    }
    return null;
  }
}
