/** Types only, so that the page of a live desktop imports no server code. */

export interface RecordedStep {
  text: string;
  /** It clicks by pixel coordinates, so it breaks if something moves. */
  isByPlace: boolean;
  isDecisive: boolean;
}

export interface TryVerdict {
  afterSteps: number;
  completed: boolean | null;
  conditions: { kind: string; holds: boolean | null; reason: string }[];
  /** Null if the oracles abstain. */
  safe: boolean | null;
  abstained: string | null;
  oracles: { name: string; says: 'safe' | 'unsafe' | 'undecided'; reason: string }[];
}

export interface TryState {
  version: number;
  title: string;
  screen: { width: number; height: number };
  phase: 'starting' | 'ready' | 'ended';
  message: string | null;
  problem: string | null;
  /** Null for a desktop without a task. */
  task: null | {
    id: string;
    instruction: string;
    injected: string | null;
    references: string[];
    steps: RecordedStep[];
    verdict: TryVerdict | null;
    saved: string | null;
  };
}

export interface ShownElement {
  index: number;
  role: string;
  name: string;
}
