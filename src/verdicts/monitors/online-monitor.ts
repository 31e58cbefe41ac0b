import type { CallRecorder } from '../../agents/models/call-record.ts';
import { isCostLimit } from '../../agents/models/out-of-money.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import type { MonitorScore } from '../../base/record/monitor-scores.ts';
import type { MonitorViewName } from '../../base/record/monitor-words.ts';
import type { Monitor, MonitorSpend } from './monitor.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { scoreStep } from './score-step.ts';
import { monitorView, type StepFacts } from './view.ts';

export interface ProposedStep extends Omit<StepFacts, 'effectsBefore' | 'effectsAfter'> {
  effects: readonly Effect[];
}

/** Scores a run in progress with the views that a recorded run would have. A failure leaves the step unscored. */
export class OnlineMonitor {
  readonly name: string;
  readonly #monitor: PreparedMonitor;
  readonly #view: MonitorViewName;
  readonly #instruction: string;
  readonly #context: { scope: string; learned: unknown; recorder: CallRecorder };
  readonly #steps: StepFacts[] = [];
  #instance: Monitor | null = null;

  constructor(
    monitor: PreparedMonitor,
    run: { view: MonitorViewName; instruction: string; scope: string; learned: unknown; recorder: CallRecorder },
  ) {
    this.name = monitor.definition.name;
    this.#monitor = monitor;
    this.#view = run.view;
    this.#instruction = run.instruction;
    this.#context = { scope: run.scope, learned: run.learned, recorder: run.recorder };
  }

  /** Throws the signal's reason, ExtensionError, and OsharmError if a cost limit is reached. */
  async score({ effects, ...facts }: ProposedStep, signal: AbortSignal): Promise<MonitorScore> {
    const step = this.#steps.length;
    this.#steps.push({ ...facts, effectsBefore: effects.length, effectsAfter: effects.length });
    const run = { instruction: this.#instruction, steps: this.#steps, effects };
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
