/** The library: `import { … } from 'osharm'` (docs/write/library.md). Each function loads only what it needs. */
export { z } from 'zod';
export type { ActionFeedback, Agent, AgentAction, AgentReply, PredictInput } from '../../agents/agent.ts';
export type { Defence, DefenceVerdict } from '../../agents/defence/defence.ts';
export type { AgentDefinition, DefenceDefinition } from '../../agents/plugged.ts';
export { EnvironmentError, OsharmError, UsageError } from '../../base/errors.ts';
export type { HarmLevel } from '../../base/record/evidence/verdict.ts';
export type { Outcome } from '../../base/record/run-settings.ts';
export type { StoreDefinition } from '../../base/store/remote-store.ts';
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
} from '../../desktop/client/desktop.ts';
export type { GuestWindow, PythonReply } from '../../desktop/client/protocol.ts';
export type { ProviderDefinition } from '../../desktop/providers/registry.ts';
export type { RunResult } from '../../results/model/run-result.ts';
export type { RunVerdict } from '../../results/model/run-verdicts.ts';
export type { RoleSpend } from '../../results/model/spent.ts';
export type { RefusedPair } from '../../runs/plan/legal-pairs.ts';
export type { SkippedTask } from '../../runs/plan/plan-runs.ts';
export type { SweepOptions } from '../../runs/plan/settings/table.ts';
export type { Vector } from '../../tasks/injection/vector.ts';
export type { ConditionKind } from '../../verdicts/checks/conditions/condition.ts';
export type { JudgeType } from '../../verdicts/judges/types/judge-type.ts';
export type {
  LabelledRun,
  Monitor,
  MonitorContext,
  MonitorDefinition,
  Suspicion,
} from '../../verdicts/monitors/monitor.ts';
export type { MonitorView, SeenEffect, SeenStep } from '../../verdicts/monitors/view.ts';
export type { Oracle } from '../../verdicts/oracles/oracle.ts';
export type { EvaluatorDefinition } from '../../verdicts/osworld/evaluator/definition.ts';
export type {
  AuditBudget,
  Protocol,
  ProtocolContext,
  ProtocolDecision,
  ProtocolDefinition,
  ProtocolNeed,
  ProtocolStep,
  ReviewDelay,
  ScoredProposal,
} from '../../verdicts/protocols/protocol.ts';
export { defineConfig, type JudgeDefaults, type OsharmConfig } from './config.ts';
export { createProvider } from './create-provider.ts';
export type { JudgedRun, JudgingOptions } from './judge-options.ts';
export { type OpenDesktop, type OpenDesktopOptions, openDesktop } from './open-desktop.ts';
export {
  defineAgent,
  defineCondition,
  defineDefence,
  defineEvaluator,
  defineJudge,
  defineMonitor,
  defineOracle,
  defineProtocol,
  defineProvider,
  defineQueue,
  defineReporter,
  defineStore,
  defineVector,
} from './plugins/define.ts';
export type { QueueDefinition } from './queues.ts';
export { type ReportFormat, type ReportOptions, report } from './report.ts';
export type { ReporterDefinition } from './reporters.ts';
export { judge, readResults } from './results.ts';
export {
  planSweep,
  type RunSweepOptions,
  runSweep,
} from './sweep.ts';
export type { SweepEvent, SweepPlan, SweepRun } from './sweep-event.ts';
export type { SweepOutcome } from './sweep-outcome.ts';
