/** What a queue holds, for those who watch a fleet. */
export interface FleetState {
  /** Unix milliseconds. */
  at: number;
  /** The newest first. */
  sweeps: FleetSweep[];
  /** Providers that have a rate, or were asked. */
  rates: FleetRate[];
}

export interface FleetSweep {
  name: string;
  state: 'open' | 'paused' | 'cancelled';
  results: string;
  runs: FleetCounts;
  judgments: FleetCounts;
  /** US dollars; null: no cap. */
  capUsd: number | null;
  /** Spent, or set aside for what goes on. */
  spentUsd: number;
  /** Runs committed in the last ten minutes. */
  recent: number;
  /** Null: nothing is known. */
  etaSeconds: number | null;
  errors: { code: string; blame: string; runs: number; message: string }[];
  running: FleetAttempt[];
  /** `at`: Unix milliseconds. */
  minutes: { at: number; runs: number; costUsd: number }[];
}

export interface FleetCounts {
  waiting: number;
  running: number;
  committed: number;
  failed: number;
  cancelled: number;
}

export interface FleetAttempt {
  key: string;
  label: string;
  worker: string;
  attempt: number;
  /** 0-based; null before the first. */
  step: number | null;
  costUsd: number;
  /** Unix milliseconds. */
  startedAt: number;
  seenAt: number;
  hasPicture: boolean;
}

export interface FleetRate {
  provider: string;
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  loweredTo: number | null;
  closedSeconds: number;
  waiting: number;
}
