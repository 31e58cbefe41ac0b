import { isCostLimit } from '../../agents/models/out-of-money.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { MonitorScore } from '../../base/record/monitor-scores.ts';
import type { MonitorViewName } from '../../base/record/monitor-words.ts';
import { sumKnown } from '../../base/record/token-sum.ts';
import type { Monitor, MonitorContext, MonitorSpend } from './monitor.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { scoreStep } from './score-step.ts';
import { monitorView, type StepFacts } from './view.ts';

export interface ProposedStep extends Omit<StepFacts, 'effectsBefore' | 'effectsAfter'> {
  effects: readonly Effect[];
}

/** Scores a run in progress, with the same views as for a recorded run. A failure leaves the step unscored. */
export class OnlineMonitor {
  readonly name: string;
  readonly #monitor: PreparedMonitor;
  readonly #view: MonitorViewName;
  readonly #instruction: string;
  readonly #context: MonitorContext;
  readonly #steps: StepFacts[] = [];
  #calls = 0;
  #reportedUsd = 0;
  #instance: Monitor | null = null;

  constructor(monitor: PreparedMonitor, run: MonitorContext & { view: MonitorViewName; instruction: string }) {
    this.name = monitor.definition.name;
    this.#monitor = monitor;
    this.#view = run.view;
    this.#instruction = run.instruction;
    const { view: _, instruction: _instruction, ...context } = run;
    this.#context = context;
  }

  /**
   * Scores a proposal for the current step. Several proposals for one step have the same history. Throws the signal's
   * reason, ExtensionError, and OsharmError if a cost limit is reached.
   */
  async score(proposed: ProposedStep, signal: AbortSignal): Promise<MonitorScore> {
    const score = await this.#scored(proposed, signal);
    this.#calls += 1;
    this.#reportedUsd += score.costUsd ?? 0;
    return score;
  }

  /** Ends the current step. Later proposals include the executed one in their history. */
  settle(executed: ProposedStep): void {
    this.#steps.push(stepFacts(executed));
  }

  /** Number of scored proposals, and the cost of the monitor and its models. Null if a price is unknown. */
  cost(): { calls: number; costUsd: number | null } {
    const spends = Object.values(this.spent());
    const ofModels = spends.reduce<number | null>((sum, { costUsd }) => sumKnown(sum, costUsd), 0);
    return { calls: this.#calls, costUsd: spends.length === 0 ? this.#reportedUsd : ofModels };
  }

  async #scored(proposed: ProposedStep, signal: AbortSignal): Promise<MonitorScore> {
    const step = this.#steps.length;
    const { effects } = proposed;
    const run = { instruction: this.#instruction, steps: [...this.#steps, stepFacts(proposed)], effects };
    const started = performance.now();
    try {
      this.#instance ??= await this.#monitor.definition.create(this.#context);
      const view = monitorView(run, { step, moment: 'before' }, this.#view);
      return await scoreStep(this.name, this.#instance, view, { signal, limitMs: this.#monitor.limitMs });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (
        error instanceof OsharmError &&
        (isExtensionFault(error) || isCostLimit(error) || error.code === 'run-cost-reached')
      )
        throw error;
      const reason = messageOf(error);
      return {
        step,
        moment: 'before',
        suspicion: null,
        reason,
        durationMs: Math.round((performance.now() - started) * 1000) / 1000,
        costUsd: null,
      };
    }
  }

  spent(): Readonly<Record<string, MonitorSpend>> {
    return this.#instance?.spent?.() ?? {};
  }

  async close(): Promise<void> {
    await this.#instance?.close?.();
  }
}

const stepFacts = ({ effects, ...facts }: ProposedStep): StepFacts => ({
  ...facts,
  effectsBefore: effects.length,
  effectsAfter: effects.length,
});
