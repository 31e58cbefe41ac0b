import type { AgentAction } from '../agent.ts';

export interface ParsedResponse<Action extends AgentAction = AgentAction> {
  actions: Action[];
  notes: string[];
  problem?: string;
}
