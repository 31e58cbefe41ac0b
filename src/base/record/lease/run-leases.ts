import { join, relative } from 'node:path';
import { recordFailure } from '../record-failure.ts';
import { Leases, readLeases } from './leases.ts';
import { ownIdentity, type ProcessIdentity } from './process-identity.ts';

/** Name of the database in a result folder. */
export const leaseFile = '.leases.sqlite';

/** Leases on the runs of a result folder, so that several processes can share it. All methods throw OsharmError. */
export class RunLeases {
  readonly #resultDir: string;
  readonly #leases: Leases;

  constructor(resultDir: string, identity: ProcessIdentity = ownIdentity()) {
    this.#resultDir = resultDir;
    this.#leases = this.#recorded(() => new Leases(join(resultDir, leaseFile), identity));
  }

  /** Publishes this process's planned runs for live views. */
  plan(directories: readonly string[]): void {
    this.#recorded(() => this.#leases.share(directories.map((directory) => this.#name(directory))));
  }

  /** Returns null on success, otherwise the process that has the lease. */
  take(directory: string): ProcessIdentity | null {
    return this.#recorded(() => this.#leases.take(this.#name(directory)));
  }

  /** True if the process that has the lease died without releasing it. */
  isAbandoned(directory: string): boolean {
    return this.#recorded(() => this.#leases.isAbandoned(this.#name(directory)));
  }

  /** False if this process seemed dead and another one took the lease over. */
  holds(directory: string): boolean {
    return this.#recorded(() => this.#leases.holds(this.#name(directory)));
  }

  release(directory: string): void {
    this.#leases.release(this.#name(directory));
  }

  close(): void {
    this.#leases.close();
  }

  #name(directory: string): string {
    return relative(this.#resultDir, directory);
  }

  #recorded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw recordFailure(error, this.#resultDir);
    }
  }
}

/** Paths of runs, relative to the result folder. */
export interface LeasedRuns {
  leased: Set<string>;
  planned: Set<string>;
}

/** Reads a sweep's leases; null if they can't be read. */
export function leasedRuns(file: string): LeasedRuns | null {
  const living = readLeases(file);
  if (living === null) return null;
  return { leased: new Set(living.taken.keys()), planned: new Set(living.shared.keys()) };
}
