import { OsharmError } from '../../base/errors.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import type { TokenUsage } from './messages.ts';

export interface CostLine {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Null if a price, or the usage of a call, is unknown. */
  costUsd: number | null;
  /** Calls without reported usage, answered or not. `calls` excludes them. */
  unmetered: number;
}

type CountedCalls = 'sweep' | 'run' | { readonly agent: string };

/** Counts tokens and cost of a sweep by role and model, and enforces a limit. */
export class CostMeter {
  #limitUsd: number | null;
  readonly #of: CountedCalls;
  readonly #sweep: CostMeter | null;
  readonly #agents = new Map<string, CostMeter>();
  readonly #lines = new Map<string, CostLine>();
  #total = 0;

  constructor(limitUsd: number | null = null, of: CountedCalls = 'sweep', sweep: CostMeter | null = null) {
    this.#limitUsd = limitUsd;
    this.#of = of;
    this.#sweep = sweep;
  }

  /** A meter that also adds to this one and respects both limits. The first call for a name sets its limit. */
  agent(name: string, limitUsd: number | null = null): CostMeter {
    const known = this.#agents.get(name);
    if (known !== undefined) return known;
    const meter = new CostMeter(limitUsd, { agent: name }, this);
    this.#agents.set(name, meter);
    return meter;
  }

  get hasLimit(): boolean {
    return this.#limitUsd !== null || this.#sweep?.hasLimit === true;
  }

  get limitUsd(): number | null {
    return this.#limitUsd;
  }

  /** Changes the limit of a sweep in progress. */
  set limitUsd(limitUsd: number | null) {
    this.#limitUsd = limitUsd;
  }

  get totalUsd(): number {
    return this.#total;
  }

  /**
   * Called before each call to a model. Throws OsharmError `max-cost-reached` if the limit was reached
   * (`run-cost-reached` for a run, `agent-cost-reached` for an agent).
   */
  check(): void {
    this.#sweep?.check();
    if (this.#limitUsd === null || this.#total < this.#limitUsd) return;
    if (this.#of === 'run')
      throw new OsharmError(`The run has cost $${this.#total.toFixed(2)}, the whole amount reserved for it.`, {
        code: 'run-cost-reached',
        blame: 'task',
        hint: 'Raise --max-run-cost.',
      });
    if (this.#of !== 'sweep')
      throw new OsharmError(
        `${this.#of.agent} has cost $${this.#total.toFixed(2)}, and its --max-agent-cost is $${this.#limitUsd}.`,
        {
          code: 'agent-cost-reached',
          blame: 'task',
          hint: 'Repeat the command with a higher limit for this agent; complete runs are kept.',
        },
      );
    throw new OsharmError(`The sweep has cost $${this.#total.toFixed(2)}, and --max-cost is $${this.#limitUsd}.`, {
      code: 'max-cost-reached',
      blame: 'task',
      hint: 'Repeat the command with a higher --max-cost; complete runs are kept.',
    });
  }

  /** Counts the cost of earlier runs of the same sweep against the limit. */
  addEarlier(costUsd: number): void {
    this.#total += costUsd;
  }

  add(role: string, model: string, usage: TokenUsage, costUsd: number | null): void {
    const line = this.#line(role, model);
    line.calls += 1;
    line.inputTokens += usage.inputTokens;
    line.outputTokens += usage.outputTokens;
    line.costUsd = sumKnown(line.costUsd, costUsd);
    this.#total += costUsd ?? 0;
    this.#sweep?.add(role, model, usage, costUsd);
  }

  /** Counts a call of unknown usage. `aboutUsd` is an estimate that counts against the limit. */
  addUnmetered(role: string, model: string, aboutUsd: number): void {
    const line = this.#line(role, model);
    line.unmetered += 1;
    line.costUsd = null;
    this.#total += aboutUsd;
    this.#sweep?.addUnmetered(role, model, aboutUsd);
  }

  #line(role: string, model: string): CostLine {
    const key = `${role} ${model}`;
    const line = this.#lines.get(key) ?? { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unmetered: 0 };
    this.#lines.set(key, line);
    return line;
  }

  /** Keys are `role model`. */
  lines(): ReadonlyMap<string, CostLine> {
    return this.#lines;
  }
}
