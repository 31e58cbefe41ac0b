import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { Shot } from '../api.ts';

export interface AnnotationQueue {
  name: string;
  order: 'disagreement' | 'random';
  seed: number;
  /** Opaque, to conceal the run. */
  tokens: { token: string; isDone: boolean }[];
  agreement: AnnotationAgreement;
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
}
