import type { AgentReply } from '../agent/agent.ts';
import type { StepTiming } from '../record/run-json.ts';
import { Phases } from './phases.ts';

/** What one attempt of a run gathers for `run.json` while it goes on. */
export interface RunState {
  phases: Phases;
  steps: StepTiming[];
  tokens: { calls: number; inputTokens: number; outputTokens: number; costUsd: number | null };
  /** The last action that was executed; null before the first. */
  lastAction: unknown;
  /** The agent's last reply. */
  answer: string;
  /** What commands of set-up and `postconfig` printed, by the names that their steps gave it. */
  outputs: Map<string, string>;
  /** 0-based: the first reply that held the suite's GUID; null: none did. */
  saidGuidAt: number | null;
}

/** The state before the first step. */
export function newRunState(): RunState {
  return {
    phases: new Phases(),
    steps: [],
    tokens: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    lastAction: null,
    answer: '',
    outputs: new Map(),
    saidGuidAt: null,
  };
}

/**
 * Adds what one reply took. One call of unknown price makes the cost of the run unknown, and so does an agent that says nothing of what it took,
 * but for reference agents, which ask no model.
 */
export function countTokens(state: RunState, reply: Pick<AgentReply, 'usage'>, isReference: boolean): void {
  const { tokens } = state;
  tokens.calls += 1;
  if (reply.usage === undefined) {
    if (!isReference) tokens.costUsd = null;
    return;
  }
  tokens.inputTokens += reply.usage.inputTokens;
  tokens.outputTokens += reply.usage.outputTokens;
  tokens.costUsd =
    tokens.costUsd === null || reply.usage.costUsd === null ? null : tokens.costUsd + reply.usage.costUsd;
}
