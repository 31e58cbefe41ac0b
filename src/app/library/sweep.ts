import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { SweepOptions } from '../../runs/plan/settings/table.ts';
import { type SweepEvent, type SweepPlan, sweepEvent, sweepPlan } from './sweep-event.ts';
import type { SweepOutcome } from './sweep-outcome.ts';

/** How to follow and stop a sweep. */
export interface RunSweepOptions {
  /** Stops the sweep: desktops are closed, finished runs are kept. */
  signal?: AbortSignal;
  /** Called for every run and step. */
  onEvent?(event: SweepEvent): void;
  /** Called with a warning, for example if a plug-in's reporter failed. */
  onWarning?(message: string): void;
  /** Options of the desktop provider (docs/compatibility/providers.md). */
  providerOptions?: ProviderOptions;
}

/** Plans a sweep. Starts nothing, calls no model and needs no key. Throws UsageError for invalid options. */
export async function planSweep(
  options: SweepOptions,
  { providerOptions }: Pick<RunSweepOptions, 'providerOptions'> = {},
): Promise<SweepPlan> {
  const { prepareSweeps } = await import('./prepare-sweep.ts');
  await using prepared = await prepareSweeps(options, { providerOptions, isDry: true });
  return sweepPlan(prepared);
}

/**
 * Plans a sweep, executes the remaining runs and judges them.
 *
 *     const { results } = await runSweep(
 *       { model: 'reference-hijacked', subset: 'injection', out: 'results' },
 *       { onEvent: (event) => console.log(event.kind) },
 *     );
 *
 * Several agents run concurrently: `model: 'openai:gpt-4.1,openai:o3'`, or `agents` with settings for each. A failing
 * run never ends other runs. Throws UsageError and EnvironmentError before the first desktop.
 */
export async function runSweep(options: SweepOptions, running: RunSweepOptions = {}): Promise<SweepOutcome> {
  const { signal = new AbortController().signal, onEvent = () => {}, onWarning = () => {}, providerOptions } = running;
  const [{ executeSweeps }, { prepareSweeps }, { PluggedReporters }, { outcomeOf }] = await Promise.all([
    import('./execute-sweeps.ts'),
    import('./prepare-sweep.ts'),
    import('./reporters.ts'),
    import('./sweep-outcome.ts'),
  ]);
  await using prepared = await prepareSweeps(options, { providerOptions });
  const reporters = new PluggedReporters(onWarning);
  const report = (event: SweepEvent): void => {
    onEvent(event);
    reporters.onEvent(event);
  };
  report({ kind: 'planned', plan: sweepPlan(prepared) });
  const { result } = await executeSweeps(prepared, { signal, onEvent: (event) => report(sweepEvent(event)) });
  const outcome = outcomeOf(prepared, result, signal.aborted);
  await reporters.onEnd(outcome);
  return outcome;
}
