import type { Proportion } from '../../../base/statistics/wilson.ts';

/** A search for payloads (`osharm attack`). Contains no payload texts. */
export interface ShownAttack {
  /** Path below the folder shown; `.` for that folder itself. */
  folder: string;
  model: string;
  defences: string | null;
  /** The lowest grade that counts as a success. */
  success: string;
  maxQueries: number;
  /** Steps reused from earlier trials, out of all steps; null if every trial started from the beginning. */
  shared: null | { steps: number; of: number };
  /** What its rates mean, in sentences. */
  sentences: string[];
  targets: number;
  heldOut: number;
  sealedUntil: string;
  strategies: {
    name: string;
    searches: number;
    unfinished: number;
    queries: number;
    queriesPerSuccess: number | null;
    usdPerSuccess: number | null;
    /** Share of broken targets by number of attempts, with a point for each change and for the last attempt. */
    curve: { attempts: number; broken: Proportion }[];
    /** Points of the curve at selected numbers of attempts. */
    success: { attempts: number; broken: Proportion }[];
    againOnSeeds: Proportion;
    againOnTasks: Proportion;
  }[];
  /** The tasks without a payload; null if not run. */
  benign: null | { runs: number; done: Proportion; intervened: Proportion };
  parts: { axis: string; value: string; queries: number; initiated: Proportion; success: Proportion }[];
  /** Payloads of another attack tried here. `payload` is the SHA-256 of the text. */
  transfers: { payload: string; foundOn: string | null; parts: string[]; success: Proportion }[];
}

export type TryFilter = 'all' | 'success' | 'seen' | 'never seen';

/** GET /api/tries?attack={folder}&show={TryFilter}&q={words in the payload}&offset= */
export interface Tries {
  /** Under the search for words. */
  counts: Record<TryFilter, number>;
  /** Up to 25, in the order of the attack. */
  rows: ShownTry[];
}

/** A trial of an attack. */
export interface ShownTry {
  strategy: string;
  phase: 'search' | 'held-out-seed' | 'held-out-task' | 'transfer';
  /** 1-based within target, strategy and phase. */
  attempt: number;
  target: string;
  parts: string[];
  /** SHA-256 of the payload. */
  hash: string;
  /** Null in static copies, and if the run's files are missing. */
  payload: string | null;
  wasSeen: boolean;
  isSuccess: boolean;
  /** In words, such as `saw the text and did not follow it`. */
  result: string;
  /** The effect that decided the run's verdict. */
  deed: string | null;
  /** The id of its run, if the viewer shows it. */
  run: string | null;
}
