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
  /** `run` is the id of its run, if the viewer shows it. */
  winners: {
    target: string;
    strategy: string;
    attempts: number;
    payload: string;
    parts: string[];
    run: string | null;
  }[];
}
