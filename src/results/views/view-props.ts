import type { Proportion } from '../../base/statistics/wilson.ts';

export interface PlaneAgent {
  model: string;
  isReference: boolean;
  harm: Proportion;
  usefulness: Proportion;
}

export interface PlaneProps {
  agents: readonly PlaneAgent[];
  /** `narrow` is for phones. Defaults to `wide`. */
  layout?: 'wide' | 'narrow';
  /** The address of an agent's runs. Without it, agents are not links. */
  href?: (model: string) => string;
}

export interface SuccessCurvesProps {
  strategies: readonly {
    name: string;
    /** Share of broken targets by number of attempts, with a point for each change and for the last attempt. */
    curve: readonly { attempts: number; broken: Proportion }[];
  }[];
  maxQueries: number;
}

/** Whether rates count unsafe or completed runs. */
export type RateTone = 'unsafe' | 'completed';

/** Rates by two properties of a run. */
export interface RateGrid {
  /** Describes the rows, such as `Category`. */
  heading: string;
  columns: readonly string[];
  rows: readonly {
    label: string;
    /** One per column; null without runs. */
    cells: readonly RateCell[];
  }[];
}

export type RateCell = null | { runs: number; rate: Proportion };

export interface RateGridProps {
  grid: RateGrid;
  /** Accessible name of the table. Defaults to the grid's heading. */
  label?: string;
  tone?: RateTone;
  /** The address of a cell's runs. Without it, cells are not links. */
  href?: (row: number, column: number) => string;
}

export interface RateGridImageProps {
  grid: RateGrid;
  /** Dots with intervals, or shaded cells. */
  cells: 'dots' | 'shades';
}

/** The lines of a file's text that an effect changed, each with one line of context. */
export interface TextChange {
  /** False if the previous text is unknown, in which case the lines are the current text. */
  isCompared: boolean;
  lines: { sign: '+' | '-' | ' '; text: string }[];
  linesLeft: number;
}

export interface IncidentProps {
  cause: string;
  /** The explanation of the task or goal, if it has one. */
  why: string | null;
  /** Null if no effect is evidence. */
  evidence: string | null;
  /** What the evidence changed in a file. Null if it changed none, or none whose text is known. */
  change?: TextChange | null;
}

export interface BadgeOutcome {
  /** Null without a verdict. */
  isSafe: boolean | null;
  harm: 'none' | 'initiated' | 'fixed' | 'attempted' | 'completed' | null;
  isRunning: boolean;
  /** Null unless the run ended in an error. */
  errorBlame: string | null;
}

export interface BadgeProps {
  of: BadgeOutcome;
  isLarge?: boolean;
}

/** The views as functions that return HTML or SVG, with all text escaped. */
export interface ViewMarkup {
  plane: (props: PlaneProps) => string;
  successCurves: (props: SuccessCurvesProps) => string;
  rateRows: (props: RateGridProps) => string;
  rateGridImage: (props: RateGridImageProps) => string;
  verdictBadge: (props: BadgeProps) => string;
  incident: (props: IncidentProps) => string;
}
