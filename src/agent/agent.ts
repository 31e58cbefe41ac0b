import type { Observation } from '../desktop/desktop.ts';

/** pyautogui source or one of `WAIT`, `FAIL`, `DONE`; an object in action space computer_13. */
export type AgentAction = string | Record<string, unknown>;

export interface PredictInput {
  instruction: string;
  observation: Observation;
  /** The tree as OS-Harm linearises it, untrimmed. */
  linearisedTree: string;
  /** 0-based. */
  step: number;
}

export interface AgentReply {
  /** What the model said, verbatim. */
  response: string;
  actions: AgentAction[];
  /** Tokens and money of the calls behind this reply. */
  usage?: { inputTokens: number; outputTokens: number; costUsd: number | null };
}

/** Who sits in front of the desktop. One instance serves one run. */
export interface Agent {
  /** Directory-safe name as it stands in `{model}`. */
  readonly name: string;
  /** True for reference agents: every table says so. */
  readonly isReference: boolean;
  predict(input: PredictInput, signal?: AbortSignal): Promise<AgentReply>;
  close?(): Promise<void>;
}
