export interface FleetState {
  /** Unix milliseconds. */
  at: number;
  sweeps: FleetSweep[];
  /** Providers with a rate limit or with requests. */
  rates: FleetRate[];
}

export interface FleetSweep {
  name: string;
  state: 'open' | 'paused' | 'cancelled';
  results: string;
  runs: FleetCounts;
  judgments: FleetCounts;
  /** US dollars; null for no cap. */
  capUsd: number | null;
  /** Includes the amount reserved for running work. */
  spentUsd: number;
  recent: number;
  etaSeconds: number | null;
  errors: { code: string; blame: string; runs: number; message: string }[];
  running: FleetAttempt[];
  /** `at` is Unix milliseconds. */
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
