/** The library: `import { … } from 'osharm'`. docs/library.md shows how it is used. Importing it loads next to nothing; each function loads what it needs. */
export type { Desktop, DesktopProvider, DesktopSpec, Observation } from '../desktop/desktop.ts';
export { EnvironmentError, OsharmError, UsageError } from '../errors.ts';
export type { Result } from '../report/result.ts';
export type { JudgedRun, JudgingOptions } from './judge-options.ts';
export { type OpenDesktop, type OpenDesktopOptions, openDesktop } from './open-desktop.ts';
export { type ReportFormat, type ReportOptions, report } from './report.ts';
export { judge, readFolder as readResults } from './results.ts';
export {
  planFromOptions as planSweep,
  type RunSweepOptions,
  runFromOptions as runSweep,
  type SweepNews as SweepEvent,
  type SweepOutcome,
  type SweepPlan,
  type SweepRun,
} from './sweep.ts';
export type { SweepOptions } from './sweep-options.ts';
