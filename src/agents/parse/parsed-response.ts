import type { AgentAction } from '../agent.ts';

/** What a response asks for. */
export interface ParsedResponse<Action extends AgentAction = AgentAction> {
  actions: Action[];
  /** What was seen and not taken as an action, for the log. */
  notes: string[];
  /** Why a part and all after it are not executed, for the model; left out: nothing is wrong. */
  problem?: string;
}
