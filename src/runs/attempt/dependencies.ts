import type { Agent } from '../../agents/agent.ts';
import type { TextModel } from '../../agents/models/text-model.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { Downloads } from '../../tasks/setup/downloads/downloads.ts';
import type { LintWords } from '../../tasks/suite/lint-words.ts';
import type { PreparedMonitor } from '../../verdicts/monitors/monitor-source.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import type { Clock } from './clock.ts';

/** Everything outside that a sweep touches. `src/runs/sweep/real-dependencies.ts` has the real ones. */
export interface RunDependencies {
  clock: Clock;
  /** Milliseconds that one reply of an agent may take; left out: ten minutes. */
  replyLimitMs?: number | undefined;
  /** Milliseconds that an attempt waits for work that it has abandoned; left out: five seconds. */
  joinLimitMs?: number | undefined;
  vocabulary: LintWords;
  /** Where files that tasks name by address come from; left out: OS-Harm's own cache in a checkout alone. */
  downloads?: Pick<Downloads, 'get'> | undefined;
  /** Throws UsageError for a model that this version can't use, naming those that it can. */
  checkModel(model: string): void;
  /** Throws UsageError where an agent of these settings can't be had; gives the hash of its prompts and files, null where it has none. */
  checkAgent?(settings: RunSettings): Promise<{ promptsHash: string | null; warnings?: readonly string[] }>;
  /** Tries agent and model once, before the first desktop. Throws UsageError where they don't answer. */
  tryAgent?(run: PlannedRun, signal: AbortSignal): Promise<void>;
  /** The instruction inside the jailbreak template of a checkout of OS-Harm. Throws UsageError where it was not imported. */
  importedJailbreak(instruction: string, checkout: string | undefined): Promise<string>;
  /** SHA-256 of what is imported from a checkout; null: nothing, or no checkout is meant. */
  importedPromptsHash?(checkout: string | undefined): Promise<string | null>;
  /**
   * `clock`: the sweep's; `recordCall` appends one exact request and reply to `calls.jsonl`; `signal` ends the loading
   * of an agent's file.
   */
  createAgent(
    run: PlannedRun,
    options: { clock: Clock; recordCall: (call: unknown) => void; signal: AbortSignal },
  ): Agent | Promise<Agent>;
  /** The model that evaluators of the run's task call (`--task-model`); null: none. Throws UsageError. */
  createEvaluatorModel?(
    run: PlannedRun,
    options: { clock: Clock; recordCall: (call: unknown) => void },
  ): TextModel | null;
  /** The monitor that the settings name, for runs that it watches. Throws UsageError. */
  createMonitor?(settings: RunSettings): Promise<PreparedMonitor>;
  /** Throws UsageError for an unknown provider. Nothing starts yet. */
  createProvider(name: string, options?: ProviderOptions): Promise<DesktopProvider>;
}
