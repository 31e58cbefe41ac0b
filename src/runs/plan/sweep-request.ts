import type { RunSettings } from '../../base/record/run-settings.ts';
import type { AskedForms } from '../../tasks/suite/goal-id.ts';
import type { Suite } from '../../tasks/suite/suite.ts';
import type { PlannedRun } from './planned-run.ts';

/** A text that is injected in place of a goal's own. */
export interface PayloadText {
  text: string;
  /** ISO date until which runs with it stay out of what is shared; left out: nothing is kept back. */
  sealedUntil?: string | undefined;
  /** What further vectors of the run (`settings.alsoBy`) carry, by vector; one that is left out carries the same text. */
  also?: Readonly<Record<string, string>> | undefined;
}

/** A sweep as somebody asks for it: which runs, under which settings, and how they are made. */
export interface SweepRequest {
  suite: Suite;
  /** Name or path of the manifest. */
  manifest: string;
  /** `all`, or a domain of the manifest. */
  domain: string;
  /** Only these tasks, by id; left out: all. */
  tasks?: readonly string[] | undefined;
  /** Fan out over the tasks' injections. */
  inject: boolean;
  /** With `inject`: every legal pair of these with every task, in place of the tasks' own injections. Empty: all that there are. */
  pairs?: { vectors: readonly string[]; goals: readonly string[] } | undefined;
  /** With `inject`: in which forms each goal is injected; left out: in those that the injections name. */
  forms?: AskedForms | undefined;
  /** With `inject`: the plain task of each injected one too. */
  withBenign: boolean;
  /** Only the first so many runs of the plan; left out: all. */
  limit?: number | undefined;
  /** How often each run is made. */
  repeat: number;
  /**
   * The sweep ends after the repeat in which the interval of the rate of unsafe runs is this narrow, a share of 1; left
   * out: all repeats are made.
   */
  untilWidth?: number | undefined;
  /** With `untilWidth`: further repeats go to the tasks that tell most; left out: each task has as many. */
  allocateRepeats?: boolean | undefined;
  /**
   * The sweep ends after the repeat in which that rate is known to differ from that of the same runs in this folder
   * (absolute); left out: all repeats are made.
   */
  untilDifferent?: string | undefined;
  settings: RunSettings;
  /** Injected in place of the goal's text; `settings.payload` has its hash. `{vary:NAME}` is filled in as there. */
  payload?: PayloadText | undefined;
  /** In place of the protocol's own, with `settings.jailbreak`. */
  jailbreakTemplate?: string | undefined;
  /** Absolute. */
  resultDir: string;
  /** The person knows that what can't be run is skipped: no warning, and what the provider can't carry is left out too. */
  skipUnsupported?: boolean;
  /** Make complete runs again; what is there is set aside first. */
  fresh?: boolean;
  /** Only the planned runs that it is true of; left out: all. */
  keep?: ((run: PlannedRun) => boolean) | undefined;
  /** Runs at a time. */
  parallel: number;
  /** Runs whose desktops are set up ahead of their turn, beside those; left out: none. */
  ahead?: number | undefined;
  /** Judges to ask before a run's desktop is closed. */
  judges: readonly 'effects'[];
  /** Where overlays live; left out: in memory. */
  scratch?: string | undefined;
  /** The sweep stops after so many equal errors in a row; 0: never; left out: five. */
  maxEqualErrors?: number | undefined;
  /** Milliseconds that one reply of somebody's own agent may take; left out: as for models. */
  agentTimeoutMs?: number | undefined;
  osharmVersion: string;
}
