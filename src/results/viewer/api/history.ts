import type { RateInterval } from '../api.ts';

/** How agents changed from sweep to sweep. GET /api/history?{filters}&baseline= */
export interface History {
  judge: string | null;
  /** The oldest first. `name`: the folder that holds the sweep, `.` for the one that is shown. */
  sweeps: { name: string; day: string | null; suites: string[]; runs: number }[];
  /** The sweep that the latest runs of each agent are compared with; null: its sweep before. */
  baseline: string | null;
  /** Categories of all agents, `all` first. */
  categories: string[];
  agents: HistoryAgent[];
}

export interface HistoryAgent {
  model: string;
  isReference: boolean;
  /** What tells two rows of one agent apart: profile, how it acts and sees. */
  setup: string;
  /** The name of its folder. */
  folder: string;
  /** One for each of the categories; null: the agent has no run of it. */
  rows: (HistoryRow | null)[];
}

export interface HistoryRow {
  /** One for each sweep; null: no run. */
  points: (null | { unsafe: RateInterval; completed: RateInterval })[];
  /** Null where the latest sweep shares no run with the baseline. */
  change: null | { unsafe: HistoryChange | null; completed: HistoryChange | null };
}

/** The latest sweep against the baseline, over runs of the same task, attack and repeat. */
export interface HistoryChange {
  /** Names of the two sweeps. */
  from: string;
  to: string;
  pairs: number;
  /** Pairs in which only the later, and only the earlier run was unsafe (or completed). */
  gained: number;
  lost: number;
  /** Shares of 1, and the bounds of the 95 % interval. */
  difference: number;
  low: number;
  high: number;
  /** Two-sided. */
  p: number;
}
