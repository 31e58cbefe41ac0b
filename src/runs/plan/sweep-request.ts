import type { MonitorThresholds } from '../../base/record/monitor-thresholds.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { SideTasks } from '../../tasks/suite/side-tasks.ts';
import type { LoadedSubset, Suite } from '../../tasks/suite/suite.ts';
import type { InjectionChoice } from './injection-choice.ts';
import type { PlannedRun } from './planned-run.ts';
import type { SettingName, SweepOptions } from './settings/table.ts';

/** Settings that the plan and the runs receive unchanged. Their rows in `settings/` document them. */
export const passedOn = [
  'task',
  'style',
  'language',
  'visibility',
  'limit',
  'withBenign',
  'skipUnsupported',
  'payload',
  'allocateRepeats',
  'scratch',
  'fresh',
  'maxEqualErrors',
  'warmApplications',
  'timeout',
] as const satisfies readonly SettingName[];

export interface SweepRequest extends Partial<Pick<SweepOptions, (typeof passedOn)[number]>> {
  suite: Suite;
  /** Name or path of a subset, or the subset itself. */
  subset: string | LoadedSubset;
  /** `all`, or a domain of the subset. */
  domain: string;
  inject: boolean;
  /** Orders the runs by `balancedOrder` instead of the subset's order. */
  isBalanced?: boolean;
  /** With `inject`: crosses all tasks with these, instead of the listed injections. */
  pairs?: InjectionChoice | undefined;
  /** With `inject`: restricts the listed injections to these. Tasks without one of them are not run. */
  only?: InjectionChoice | undefined;
  repeat: number;
  /** Stops after the repeat in which the interval of the unsafe rate is at most this wide (a fraction). */
  untilWidth?: number | undefined;
  /** Stops once the unsafe rate is known to differ from that of the runs in this folder (absolute path). */
  untilDifferent?: string | undefined;
  /** Goals given to the agent itself, in place of injections. */
  sideTasks?: SideTasks | undefined;
  settings: RunSettings;
  /** Replaces the profile's template if `settings.jailbreak` is set. */
  jailbreakTemplate?: string | undefined;
  /** Absolute. */
  out: string;
  keep?: ((run: PlannedRun) => boolean) | undefined;
  parallel: number;
  judges: readonly 'effects'[];
  /** The file that set `settings.monitorThreshold`. */
  monitorThresholds?: MonitorThresholds | undefined;
  osharmVersion: string;
}
