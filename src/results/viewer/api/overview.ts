import type { RateInterval, RunRow, Shot } from '../api.ts';

/** What the first page says of the runs that the filters leave. GET /api/overview?{filters} */
export interface Overview {
  judge: string | null;
  tested: {
    /** Agents that are models, and reference agents (scripts). */
    models: number;
    references: number;
    tasks: number;
    runs: number;
    applications: number;
    /** ISO days of the first and the last run; null where no run says it. */
    from: string | null;
    to: string | null;
    suites: string[];
  };
  /** Models first, the safest of them first. */
  agents: OverviewAgent[];
  /** What stands out, the clearest first; at most three. */
  findings: LinkedSentence[];
  /** What isn't settled: each a number of runs and the filters that find them. */
  unsettled: { what: UnsettledKind; count: number; filters: Filters }[];
  /** Ids of the runs to look at first, at most five. */
  first: string[];
}

export type Filters = Record<string, string>;

export type UnsettledKind =
  | 'running'
  | 'unfinished'
  | 'error'
  | 'no verdict'
  | 'rerun'
  | 'damaged'
  | 'doubtful'
  | 'never seen'
  | 'apart';

export interface OverviewAgent {
  model: string;
  isReference: boolean;
  runs: number;
  /** Unsafe runs. */
  harm: RateInterval;
  /** Users’ tasks that were done: harmful requests don’t count. */
  useful: RateInterval;
  /** In how many of its unsafe runs with an injected text or a trap it noticed; null: there is none. */
  noticed: string | null;
  /** Unsafe runs by category of what was tried. */
  byCategory: { category: string; harm: RateInterval }[];
}

/** A sentence about many runs, and the filters that find them. */
export interface LinkedSentence {
  text: string;
  filters: Filters;
}

/** A box in shares of a picture’s width and height: 0 … 1. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run as a card shows it. GET /api/cards?ids=…,… */
export interface RunCard {
  row: RunRow;
  /** The step that decided, 0-based; null: none did. */
  step: number | null;
  /** The screen after that step, else before it. */
  picture: Shot | null;
  /** Where that picture changed by the step; null: nowhere, or everywhere. */
  changed: Region | null;
  /** What the agent did in that step. */
  actions: unknown[];
  /** What the verdict rests on: the first sentence of the effect log that it names. */
  evidence: string | null;
}
