import type { CostMeter } from '../../../agents/models/cost-meter.ts';
import { OsharmError } from '../../../base/errors.ts';

/**
 * Enforces `--max-cost`. A call starts only if the limit covers its maximum cost, the money spent and the maximum cost
 * of the calls in flight. Otherwise it waits for these calls, which usually cost less.
 */
export class Budget {
  readonly #meter: CostMeter;
  #reserved = 0;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(meter: CostMeter) {
    this.#meter = meter;
  }

  /** Resolves to a function that ends the reservation. Throws OsharmError `max-cost-reached` if the call can't fit. */
  async reserve(usd: number, signal?: AbortSignal | undefined): Promise<() => void> {
    const limit = this.#meter.limitUsd;
    if (limit === null) return () => {};
    while (this.#meter.totalUsd + this.#reserved + usd > limit) {
      if (this.#inFlight === 0)
        throw new OsharmError(
          `$${this.#meter.totalUsd.toFixed(4)} is spent, the next call may cost $${usd.toFixed(4)}, and --max-cost is $${limit}.`,
          {
            code: 'max-cost-reached',
            blame: 'task',
            hint: 'Repeat the command with a higher --max-cost; judgments are kept.',
          },
        );
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      signal?.throwIfAborted();
    }
    this.#reserved += usd;
    this.#inFlight += 1;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#reserved -= usd;
      this.#inFlight -= 1;
      for (const wake of this.#waiting.splice(0)) wake();
    };
  }
}

const budgets = new WeakMap<CostMeter, Budget>();

export function budgetOf(meter: CostMeter): Budget {
  const budget = budgets.get(meter) ?? new Budget(meter);
  budgets.set(meter, budget);
  return budget;
}
