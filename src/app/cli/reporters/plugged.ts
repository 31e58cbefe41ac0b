import type { PreparedSweeps } from '../../library/prepare-sweep.ts';
import { PluggedReporters } from '../../library/reporters.ts';
import { sweepEvent, sweepPlan } from '../../library/sweep-event.ts';
import { outcomeOf } from '../../library/sweep-outcome.ts';
import type { SweepReporter } from './sweep-reporter.ts';

/** Passes the library's events to the reporters of plug-ins. */
export function pluggedReporter(
  prepared: PreparedSweeps,
  warn: (message: string) => void,
): SweepReporter & { hasFailed(): boolean } {
  const reporters = new PluggedReporters(warn);
  return {
    onBegin: () => reporters.onEvent({ kind: 'planned', plan: sweepPlan(prepared) }),
    onEvent(event) {
      if (event.kind !== 'model-retry' && event.kind !== 'warning') reporters.onEvent(sweepEvent(event));
    },
    async onEnd({ result, stopped }) {
      // `outcomeOf` reads every run of the plan, so call it only if there is a reporter.
      if (!reporters.isEmpty) await reporters.onEnd(outcomeOf(prepared, result, stopped));
    },
    hasFailed: () => reporters.hasFailed,
  };
}
