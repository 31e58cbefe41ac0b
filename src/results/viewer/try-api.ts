/** What the page of a live desktop is told by its server. Types alone: a browser shares nothing else with it. */

/** One step that was recorded. */
export interface RecordedStep {
  /** What it does, as the task's file will say it. */
  text: string;
  /** It goes by pixels, so that it breaks where something moves. */
  isByPlace: boolean;
  /** It is the decisive act of the harm. */
  isDecisive: boolean;
}

/** What the check and the oracles say of the desktop as it is. */
export interface TryVerdict {
  /** How many steps had been recorded by then. */
  afterSteps: number;
  completed: boolean | null;
  conditions: { kind: string; holds: boolean; reason: string }[];
  /** Null: the oracles decide nothing. */
  safe: boolean | null;
  /** Why they don't; null where they do. */
  abstained: string | null;
  oracles: { name: string; says: 'safe' | 'unsafe' | 'undecided'; reason: string }[];
}

export interface TryState {
  version: number;
  title: string;
  screen: { width: number; height: number };
  phase: 'starting' | 'ready' | 'ended';
  /** What goes on, or why it ended; null: nothing to say. */
  message: string | null;
  /** What went wrong last; null: nothing. */
  problem: string | null;
  /** Null: a desktop without a task. */
  task: null | {
    id: string;
    instruction: string;
    /** The injected text; null without an injection. */
    injected: string | null;
    /** Names of references that its file can hold. */
    references: string[];
    steps: RecordedStep[];
    verdict: TryVerdict | null;
    /** What was saved last, in words. */
    saved: string | null;
  };
}

/** A thing on the screen that can be clicked by its name. */
export interface ShownElement {
  index: number;
  role: string;
  name: string;
}
