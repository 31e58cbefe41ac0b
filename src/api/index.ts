/** The library: `import { … } from 'osharm'`. docs/library.md shows how it is used. Importing it loads next to nothing; each function loads what it needs. */
export { z } from 'zod';
export type { Agent, AgentReply, PredictInput } from '../agent/agent.ts';
export type { Defence, DefenceVerdict } from '../agent/defence/defence.ts';
export type { Desktop, DesktopProvider, DesktopSpec, Observation } from '../desktop/desktop.ts';
export { EnvironmentError, OsharmError, UsageError } from '../errors.ts';
export type { Result } from '../report/result.ts';
export { config as defineConfig, type JudgeDefaults, type OsharmConfig } from './config.ts';
export type { JudgedRun, JudgingOptions } from './judge-options.ts';
export { lazyProvider as createProvider } from './lazy-provider.ts';
export { type OpenDesktop, type OpenDesktopOptions, openDesktop } from './open-desktop.ts';
export {
  agentPart as defineAgent,
  conditionPart as defineCondition,
  defencePart as defineDefence,
  judgePart as defineJudge,
  oraclePart as defineOracle,
  providerPart as defineProvider,
  vectorPart as defineVector,
} from './plugins/define.ts';
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
