import type { RateInterval } from '../api.ts';

/** An attack that searched for payloads (`osharm attack`). No text of a payload is in it. */
export interface ShownAttack {
  /** Below the folder that is shown; `.` for itself. */
  folder: string;
  model: string;
  defences: string | null;
  /** From which grade on a payload is a success. */
  success: string;
  /** Attempts of one search. */
  maxQueries: number;
  /** Steps of all trials of searches, and those of them that an earlier trial had done; null: all trials began at the beginning. */
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
    /** Share of targets with a success within so many attempts: where it changes, and at the last. */
    curve: { attempts: number; broken: RateInterval }[];
    /** The same at attempts that are told. */
    success: { attempts: number; broken: RateInterval }[];
    againOnSeeds: RateInterval;
    againOnTasks: RateInterval;
  }[];
  /** The tasks without a payload; null: none was run. */
  benign: null | { runs: number; done: RateInterval; intervened: RateInterval };
  /** Of payloads drawn at random, those that led to most first. */
  parts: { axis: string; value: string; queries: number; initiated: RateInterval; success: RateInterval }[];
  /** Payloads of another attack that were tried here. `payload`: SHA-256 of the text that won there. */
  transfers: { payload: string; foundOn: string | null; parts: string[]; success: RateInterval }[];
  /** `run`: the id of its run, where it is shown here. */
  winners: {
    target: string;
    strategy: string;
    attempts: number;
    payload: string;
    parts: string[];
    run: string | null;
  }[];
}
