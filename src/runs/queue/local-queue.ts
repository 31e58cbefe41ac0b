import type { ProcessIdentity } from '../../base/record/lease/process-identity.ts';
import type { RunLeases } from '../../base/record/lease/run-leases.ts';
import type { RunClaim, RunQueue } from './run-queue.ts';

interface LocalRun {
  readonly specHash: string;
  readonly directory: string;
}

export interface RunSource<Run> {
  /** Sources of the same agent share its part of the desktops. */
  readonly agent: string;
  /** Returns the next runs, or null if there are no more. Called again after all of them have ended. */
  next(): readonly Run[] | null;
}

interface LocalQueueOptions<Run> {
  /** Another process may have finished the run since the plan was made. */
  isDone(run: Run): boolean;
  onDone(run: Run): void;
  onElsewhere(run: Run, holder: ProcessIdentity): void;
  /** The process that had the run died. The run is claimed next. */
  onTakenOver(run: Run): void;
}

interface Supply<Run> {
  readonly source: RunSource<Run>;
  readonly agent: AgentShare;
  waiting: Run[];
  /** Runs that other processes had when it was their turn. */
  elsewhere: Run[];
  open: number;
  isExhausted: boolean;
}

interface AgentShare {
  running: number;
  claimed: number;
  isPaused: boolean;
}

/**
 * The runs of a sweep in this process. Each runs under a lease, so that other processes on the same result folder skip
 * it. Once no run is waiting, the queue hands out those whose process died in the meantime.
 *
 * The next run always belongs to the agent with the fewest runs in progress; ties go to the one with the fewest so far.
 * An agent with a slow model therefore keeps its equal share of the desktops, but never more while another agent has
 * runs waiting.
 */
export class LocalQueue<Run extends LocalRun> implements RunQueue<RunClaim & { run: Run }> {
  readonly #supplies: readonly Supply<Run>[];
  readonly #agents = new Map<string, AgentShare>();
  readonly #leases: RunLeases;
  readonly #options: LocalQueueOptions<Run>;
  /** Runs in progress, with the controller that cancels each one. */
  readonly #open = new Map<Run, AbortController>();
  readonly #supplyOf = new Map<Run, Supply<Run>>();
  #waiters: (() => void)[] = [];
  #isHeld = false;

  constructor(sources: readonly RunSource<Run>[], leases: RunLeases, options: LocalQueueOptions<Run>) {
    this.#supplies = sources.map((source) => {
      const agent = this.#agents.get(source.agent) ?? { running: 0, claimed: 0, isPaused: false };
      this.#agents.set(source.agent, agent);
      return { source, agent, waiting: [], elsewhere: [], open: 0, isExhausted: false };
    });
    this.#leases = leases;
    this.#options = options;
  }

  pause(agent: string): void {
    const share = this.#agents.get(agent);
    if (share !== undefined) share.isPaused = true;
    this.#wake();
  }

  /** Stops the queue from handing out runs, or lets it continue. */
  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#wake();
  }

  /** Removes a waiting run, or aborts one in progress. Returns false for all others. */
  cancel(run: Run): boolean {
    const open = this.#open.get(run);
    open?.abort(new Error('The run was cancelled.'));
    const supply = this.#supplies.find(({ waiting }) => waiting.includes(run));
    if (supply !== undefined) supply.waiting = supply.waiting.filter((waiting) => waiting !== run);
    this.#wake();
    return open !== undefined || supply !== undefined;
  }

  /** Hands out an ended run again. Returns false if it is in progress, or its agent's runs are over. */
  requeue(run: Run): boolean {
    const supply = this.#supplyOf.get(run);
    if (supply === undefined || this.#open.has(run) || supply.agent.isPaused || supply.isExhausted) return false;
    supply.waiting.push(run);
    this.#wake();
    return true;
  }

  async claim(signal: AbortSignal): Promise<(RunClaim & { run: Run }) | null> {
    while (!signal.aborted) {
      if (this.#isHeld) {
        await this.#change(signal);
        continue;
      }
      const supply = this.#nextSupply();
      const run = supply?.waiting.shift();
      if (supply === undefined || run === undefined) {
        const claim = this.#takeOver();
        if (claim !== null) return claim;
        if (!this.#mayComeLater()) return null;
        await this.#change(signal);
        continue;
      }
      const { directory } = run;
      const holder = this.#leases.take(directory);
      if (holder !== null) {
        supply.elsewhere.push(run);
        this.#options.onElsewhere(run, holder);
      } else if (this.#options.isDone(run)) {
        this.#leases.release(directory);
        this.#options.onDone(run);
      } else return this.#claimOf(supply, run);
    }
    return null;
  }

  #takeOver(): (RunClaim & { run: Run }) | null {
    for (const supply of this.#supplies) {
      if (supply.agent.isPaused) continue;
      for (const run of [...supply.elsewhere]) {
        const { directory } = run;
        if (!this.#leases.isAbandoned(directory) || this.#leases.take(directory) !== null) continue;
        supply.elsewhere = supply.elsewhere.filter((other) => other !== run);
        this.#options.onTakenOver(run);
        if (!this.#options.isDone(run)) return this.#claimOf(supply, run);
        this.#leases.release(directory);
        this.#options.onDone(run);
      }
    }
    return null;
  }

  #claimOf(supply: Supply<Run>, run: Run): RunClaim & { run: Run } {
    const { directory, specHash } = run;
    supply.open += 1;
    supply.agent.running += 1;
    supply.agent.claimed += 1;
    const lost = new AbortController();
    this.#open.set(run, lost);
    this.#supplyOf.set(run, supply);
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
      // A released run is not claimed again.
      end: async () => {},
      close: async () => {
        this.#leases.release(directory);
        this.#open.delete(run);
        supply.open -= 1;
        supply.agent.running -= 1;
        this.#wake();
      },
    };
  }

  #nextSupply(): Supply<Run> | undefined {
    const active = this.#supplies.filter(({ agent }) => !agent.isPaused);
    for (const supply of active) refill(supply);
    const ready = active.filter(({ waiting }) => waiting.length > 0);
    return ready.reduce<Supply<Run> | undefined>(
      (best, supply) => (best === undefined || isBefore(supply.agent, best.agent) ? supply : best),
      undefined,
    );
  }

  #mayComeLater(): boolean {
    return this.#supplies.some(({ agent, open, isExhausted }) => !agent.isPaused && open > 0 && !isExhausted);
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake, { once: true });
      this.#waiters.push(wake);
    });
  }
}

/** Fetches the source's next runs once all earlier ones have ended. */
function refill<Run extends LocalRun>(supply: Supply<Run>): void {
  if (supply.waiting.length > 0 || supply.open > 0 || supply.isExhausted) return;
  const next = supply.source.next();
  supply.waiting = [...(next ?? [])];
  supply.isExhausted = next === null;
}

const isBefore = (share: AgentShare, other: AgentShare): boolean =>
  share.running === other.running ? share.claimed < other.claimed : share.running < other.running;
