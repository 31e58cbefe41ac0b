import type { Agent } from '../agent/agent.ts';
import type { DesktopProvider } from '../desktop/desktop.ts';
import type { ProviderOptions } from '../desktop/providers/registry.ts';
import type { Canaries } from '../effect/effect.ts';
import type { RunSettings } from '../plan/run-spec.ts';
import type { Vocabulary } from '../suite/check-vocabulary.ts';
import type { Goal, Task } from '../suite/task.ts';
import type { Clock } from './clock.ts';

export interface AgentRequest {
  /** As the user named the model. */
  model: string;
  task: Task;
  vector: string | null;
  goal: Goal | null;
  /** The injected text of this run; null without injection. */
  injectionContent: string | null;
  /** Reference steps that bring it into view; empty where it is, or without injection. */
  reach: readonly unknown[];
  canaries: Canaries;
  settings: RunSettings;
  /** Names the run, for cassettes: domain, task, injection, repeat. */
  scope: string;
  /** Appends one exact request and reply to `calls.jsonl`. */
  recordCall(call: unknown): void;
}

/** Everything outside that a sweep touches. `src/run/real-border.ts` is the real one. */
export interface RunBorder {
  clock: Clock;
  /** Deadline of one reply of an agent, in milliseconds; left out: ten minutes. */
  replyLimitMs?: number;
  vocabulary: Vocabulary;
  /** Throws UsageError for a model that this version can't seat, naming those that it can. */
  checkModel(model: string): void;
  /** Throws UsageError where an agent of these settings can't be seated; gives the hash of its prompts, null where it has none. */
  checkSeat?(settings: RunSettings): Promise<{ promptsHash: string | null }>;
  /** The instruction inside OS-Harm's jailbreak template. Throws UsageError where it was not imported. */
  importedJailbreak(instruction: string): Promise<string>;
  createAgent(request: AgentRequest): Agent | Promise<Agent>;
  /** Throws UsageError for an unknown provider. Nothing starts yet. */
  createProvider(name: string, options?: ProviderOptions): Promise<DesktopProvider>;
}
