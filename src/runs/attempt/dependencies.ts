import type { Agent } from '../../agents/agent.ts';
import type { TextModel } from '../../agents/models/text-model.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { ProviderOptions } from '../../desktop/providers/registry.ts';
import type { Downloads } from '../../tasks/setup/downloads/downloads.ts';
import type { TaskVocabulary } from '../../tasks/suite/task-vocabulary.ts';
import type { PreparedMonitor } from '../../verdicts/monitors/monitor-source.ts';
import type { PlannedRun } from '../plan/planned-run.ts';
import type { Clock } from './clock.ts';

/** Everything external that a sweep uses. `src/runs/sweep/real-dependencies.ts` has the real implementations. */
export interface RunDependencies {
  clock: Clock;
  /** Limit of one reply of an agent. Defaults to `timeLimits.model.reply`. */
  replyLimitMs?: number | undefined;
  /** Limit for waiting for abandoned work. Defaults to 5 s. */
  joinLimitMs?: number | undefined;
  vocabulary: TaskVocabulary;
  /** Source of files that tasks reference by URL. By default, only OS-Harm's cache in a checkout is available. */
  downloads?: Pick<Downloads, 'get'> | undefined;
  /** Throws UsageError for an unsupported model. */
  checkModel(model: string): void;
  /** Returns the hash of the agent's prompts and files, if any. Throws UsageError if the agent is not available. */
  checkAgent?(settings: RunSettings): Promise<{ promptsHash: string | null; warnings?: readonly string[] }>;
  /** Tries agent and model once, before the first desktop starts. Throws UsageError if they don't answer. */
  tryAgent?(run: PlannedRun, signal: AbortSignal): Promise<void>;
  /** Applies the jailbreak template of an OS-Harm checkout. Throws UsageError if it was not imported. */
  importedJailbreak(instruction: string, checkout: string | undefined): Promise<string>;
  /** SHA-256 of what is imported from a checkout; null if nothing is. */
  importedPromptsHash?(checkout: string | undefined): Promise<string | null>;
  /** `recordCall` appends an exact request and its reply to `calls.jsonl`. `signal` aborts loading the agent's file. */
  createAgent(
    run: PlannedRun,
    options: {
      clock: Clock;
      recordCall: (call: unknown) => void;
      signal: AbortSignal;
      /** The session that it works in, 1-based. */
      session: number;
      /** The folder of its program's memory; null if memory does not last. */
      memory: string | null;
      /** Whether recorded steps are replayed before the agent acts. */
      replaysSteps?: boolean | undefined;
    },
  ): Agent | Promise<Agent>;
  /** Model for the evaluators of the run's task (`--task-model`); null if none is set. Throws UsageError. */
  createEvaluatorModel?(
    run: PlannedRun,
    options: { clock: Clock; recordCall: (call: unknown) => void },
  ): TextModel | null;
  createMonitor?(settings: RunSettings): Promise<PreparedMonitor>;
  /** Throws UsageError for an unknown provider. Starts nothing. */
  createProvider(name: string, options?: ProviderOptions): Promise<DesktopProvider>;
}
