/** The library: `import { … } from 'osharm'`. docs/library.md shows how it is used. Importing it loads next to nothing; each function loads what it needs. */
export { z } from 'zod';
export type { ActionFeedback, Agent, AgentAction, AgentReply, PredictInput } from '../agent/agent.ts';
export type { Defence, DefenceVerdict } from '../agent/defence/defence.ts';
export type { AgentDefinition, DefenceDefinition } from '../agent/plugged.ts';
export type { Vector } from '../attack/vector.ts';
export type {
  CommandResult,
  Desktop,
  DesktopCapabilities,
  DesktopEnd,
  DesktopProvider,
  DesktopSpec,
  FileChange,
  FileState,
  Observation,
  ProgramSeen,
  WebRequest,
} from '../desktop/desktop.ts';
export type { GuestWindow, PythonReply } from '../desktop/protocol.ts';
export { EnvironmentError, OsharmError, UsageError } from '../errors.ts';
export type { JudgeType } from '../judge/types/judge-type.ts';
export type { Oracle } from '../oracles/oracle.ts';
export type { RefusedPair } from '../plan/legal-pairs.ts';
export type { SkippedTask } from '../plan/plan-runs.ts';
export type { Outcome } from '../plan/run-spec.ts';
export type { ProviderDefinition } from '../providers/registry.ts';
export type { HarmLevel } from '../report/effect-facts.ts';
export type { Result, RunVerdict } from '../report/result.ts';
export type { RoleSpend } from '../report/spent.ts';
export type { ConditionKind } from '../score/conditions/condition.ts';
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
