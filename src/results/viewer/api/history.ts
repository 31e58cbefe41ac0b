import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { PairedChange } from './compare.ts';

/** How agents changed between sweeps. GET /api/history?{filters}&baseline= */
export interface History {
  judge: string | null;
  /** Oldest first. `name` is the sweep's folder, `.` for the folder shown. */
  sweeps: { name: string; day: string | null; suites: string[]; runs: number }[];
  /** The sweep that each agent's latest runs are compared with; null for the preceding sweep. */
  baseline: string | null;
  categories: string[];
  agents: HistoryAgent[];
}

export interface HistoryAgent {
  model: string;
  isReference: boolean;
  /** Distinguishes rows of one agent: profile, actions, observation. */
  setup: string;
  folder: string;
  /** One row per category; null if the agent has no run in it. */
  rows: (HistoryRow | null)[];
}

export interface HistoryRow {
  /** One point per sweep; null without runs. */
  points: (null | { unsafe: Proportion; completed: Proportion })[];
  /** Null if the latest sweep shares no run with the baseline. */
  change: null | { unsafe: HistoryChange | null; completed: HistoryChange | null };
}

/** The latest sweep compared with the baseline, over runs of the same task, attack and repeat. */
export interface HistoryChange extends PairedChange {
  from: string;
  to: string;
}
