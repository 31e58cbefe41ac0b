import type { StepTiming } from '../../base/record/run-json.ts';
import { roundMs } from './phases.ts';

type TimedWork = 'predict' | 'monitor' | 'act' | 'settle' | 'observe' | 'collect';

export class StepTimer {
  readonly #started = performance.now();
  readonly #took: Record<TimedWork, number> = { predict: 0, monitor: 0, act: 0, settle: 0, observe: 0, collect: 0 };
  #settleCapHits = 0;

  async time<T>(work: TimedWork, action: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await action();
    } finally {
      this.#took[work] += performance.now() - start;
    }
  }

  addAction({ actMs, settleMs, settleCapHit }: { actMs: number; settleMs: number; settleCapHit: boolean }): void {
    this.#took.act += actMs;
    this.#took.settle += settleMs;
    if (settleCapHit) this.#settleCapHits += 1;
  }

  /** Ends the step. Attributes time outside any timed work to the harness. Observing and collecting overlap. */
  ended(step: number, session: number, actions: number): StepTiming {
    const { predict, monitor, act, settle, observe, collect } = this.#took;
    const elsewhere = predict + monitor + act + settle + Math.max(observe, collect);
    return {
      step,
      session,
      actions,
      predictMs: roundMs(predict),
      // Below this, no monitor ran.
      monitorMs: monitor < 0.05 ? undefined : roundMs(monitor),
      actMs: roundMs(act),
      settleMs: roundMs(settle),
      observeMs: roundMs(observe),
      collectMs: roundMs(collect),
      harnessMs: roundMs(Math.max(0, performance.now() - this.#started - elsewhere)),
      settleCapHits: this.#settleCapHits,
    };
  }
}
