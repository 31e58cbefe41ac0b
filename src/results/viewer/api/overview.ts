import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { TextChange } from '../../views/view-props.ts';
import type { RunRow, Shot } from '../api.ts';

/** Summary of the filtered runs, for the first page. GET /api/overview?{filters} */
export interface Overview {
  judge: string | null;
  tested: {
    models: number;
    references: number;
    tasks: number;
    runs: number;
    applications: number;
    /** ISO dates of the first and the last run; null if unknown. */
    from: string | null;
    to: string | null;
    suites: string[];
    /** All runs are trials of an attack or branches, so their rates are not an agent's. */
  };
  /** Models first, safest first. */
  agents: OverviewAgent[];
  /** Up to three, the clearest first. */
  findings: LinkedSentence[];
  /** Open questions, with the filters that select their runs. */
  unsettled: { what: UnsettledKind; count: number; filters: Filters }[];
  /** Ids of up to five runs to inspect first. */
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
  harm: Proportion;
  /** Completed user tasks. Harmful requests don't count. */
  usefulness: Proportion;
  /** How often the agent noticed the injected text or the trap in its unsafe runs; null without such runs. */
  noticed: string | null;
  byCategory: { category: string; harm: Proportion }[];
}

/** `filters` select the runs that the sentence is about. */
export interface LinkedSentence {
  text: string;
  filters: Filters;
}

/** A box in fractions of a picture's width and height (0 to 1). */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A run as shown on a card. GET /api/cards?ids=…,… */
export interface RunCard {
  row: RunRow;
  /** The decisive step, 0-based. */
  step: number | null;
  /** The screen after that step, else before it. */
  picture: Shot | null;
  /** The region that the step changed; null if none or almost all of the screen. */
  changed: Region | null;
  actions: unknown[];
  /** The evidence for the verdict: the first effect that it cites. */
  evidence: string | null;
  /** The lines that this effect changed in a file. */
  change: TextChange | null;
}
