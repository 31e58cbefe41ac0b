import { EnvironmentError } from '../../../base/errors.ts';

export interface GuestWatchOptions {
  /** Screenshots left before the desktop must be reset; null for no limit. */
  budget: number | null;
  onScreenshot?: (() => void) | undefined;
}

const slowTree = 10_000;

/** Counts the screenshots of a classic desktop. Each one leaks an X client, and the display fails after about 220. */
export class GuestWatch {
  readonly #options: GuestWatchOptions;
  readonly #treeMs: number[] = [];
  #screenshots = 0;

  constructor(options: GuestWatchOptions) {
    this.#options = options;
  }

  /** Call before each screenshot. Throws EnvironmentError `screenshot-budget` if the display could fail. */
  screenshot(): void {
    const { budget, onScreenshot } = this.#options;
    if (budget !== null && this.#screenshots >= budget)
      throw new EnvironmentError(
        'This desktop’s server survives no more screenshots without a reset (each leaves an X client behind).',
        {
          code: 'screenshot-budget',
          isRetryable: true,
          hint: 'Add --reset-command or --reset-url, or a higher --screenshot-budget if its server is fixed.',
        },
      );
    this.#screenshots += 1;
    onScreenshot?.();
  }

  tree(milliseconds: number): void {
    this.#treeMs.push(milliseconds);
  }

  notes(): string[] {
    const { budget } = this.#options;
    const found: string[] = [];
    if (budget !== null && this.#screenshots > budget * 0.8)
      found.push(
        `${this.#screenshots} of the ${budget} screenshots that this desktop survives between two resets have been taken.`,
      );
    const sorted = this.#treeMs.toSorted((a, b) => a - b);
    const slowest = sorted.at(-1) ?? 0;
    if (slowest > slowTree) {
      const median = sorted[sorted.length >> 1] ?? 0;
      found.push(
        `The accessibility tree took up to ${seconds(slowest)} (median ${seconds(median)} of ${sorted.length}): a fresh desktop is faster.`,
      );
    }
    return found;
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
