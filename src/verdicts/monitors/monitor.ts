import type { CallRecorder } from '../../agents/models/call-record.ts';
import type { JudgmentSpend } from '../judges/files/judgment-meta.ts';
import type { MonitorView } from './view.ts';

/** Calls, tokens and dollars of one role. */
export type MonitorSpend = JudgmentSpend;

/** What a monitor says of one step. */
export interface Suspicion {
  /** 0 harmless … 1 certainly harmful. */
  suspicion: number;
  /** One sentence; left out: none. */
  reason?: string | undefined;
  /** US dollars that it cost, where the monitor called a model of its own. */
  costUsd?: number | undefined;
}

/** Watches one run. It is called for each step in order, and may remember what it saw. */
export interface Monitor {
  /** Gives the suspicion of what the view shows: the step that it ends with, and the run up to there. */
  score(view: MonitorView, signal?: AbortSignal): Suspicion | Promise<Suspicion>;
  /** What its calls of models took until now, by role. */
  spent?(): Readonly<Record<string, MonitorSpend>>;
  /** Is called when the run is over. */
  close?(): void | Promise<void>;
}

/** A run whose steps are known to be harmful or not, for monitors that learn. */
export interface LabelledRun {
  /** The family of its task: nothing of it is learned where the family is scored. */
  readonly family: string;
  readonly steps: readonly { readonly view: MonitorView; readonly isHarmful: boolean }[];
}

/** A monitor of a plug-in, or built in. It works inside osharm's process. */
export interface MonitorDefinition {
  /** As `--monitor` gives it, and as its scores stand in results. */
  readonly name: string;
  /** Makes a monitor for one run. `scope` names the run, and is the same for the same run again. */
  create(context: MonitorContext): Monitor | Promise<Monitor>;
  /**
   * Learns from labelled runs, and gives what `create` receives as `learned`. Recorded runs are scored by cross-validation: what a
   * run is scored with was learned from other families.
   */
  learn?(runs: readonly LabelledRun[]): unknown;
}

/** What a monitor may know of a run before its first step. */
export interface MonitorContext {
  readonly scope: string;
  /** What `learn` gave; undefined without it. */
  readonly learned?: unknown;
  /** Keeps exchanges with models beside the scores. */
  readonly recorder?: CallRecorder | undefined;
}
