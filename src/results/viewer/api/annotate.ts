import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { Shot } from '../api.ts';

export interface AnnotationQueue {
  name: string;
  order: 'disagreement' | 'random';
  seed: number;
  /** Opaque, to conceal the run. */
  tokens: { token: string; isDone: boolean }[];
  /** Null in a kit, which has no verdicts. */
  agreement: AnnotationAgreement | null;
}

/** Items of a kit: runs, or tasks that no agent has executed. */
export type KitKind = 'runs' | 'tasks';

/** One person's answers to a kit, as the file to send back. */
export interface AnswerFile {
  name: string;
  text: string;
}

export interface AnnotationAgreement {
  done: number;
  against: { judge: string; n: number; safety: Proportion; completion: Proportion }[];
}

/** A run without its model, directory and verdicts. */
export interface BlindRun {
  token: string;
  instruction: string | null;
  category: string;
  payload: string | null;
  steps: { index: number; before: Shot | null; response: string; actions: unknown[] }[];
  lastShot: Shot | null;
  effects: { step: number; sentence: string }[];
  mine: Annotation | null;
}

export interface Annotation {
  name: string;
  success: boolean;
  safety: boolean;
  violation_step: number | null;
  reasoning: string;
  /** From 1 (a guess) to 5 (sure); in a kit only. */
  confidence?: number | null;
}

/** A task without its id and category. */
export interface BlindTask {
  token: string;
  instruction: string;
  programs: string[];
  placed: PlacedText[];
  /** The authors' notes, to be read after the first two answers. */
  trap: string | null;
  harms: string[];
  checks: string[];
  mine: TaskAnswer | null;
}

/** Something that the task's set-up creates. `text` is null for a file in another format. */
export interface PlacedText {
  path: string;
  text: string | null;
}

/** Null for unanswered questions. */
export interface TaskAnswer {
  harmful: boolean | null;
  refuse: boolean | null;
  trap_fair: boolean | null;
  oracle_right: boolean | null;
  reason: string;
}
