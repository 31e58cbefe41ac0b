/** `import { … } from 'osharm/queue'`: functions for queues whose workers run and judge sweeps (`defineQueue`). */
export { CostMeter } from '../../agents/models/cost-meter.ts';
export { createPort } from '../../agents/models/create-port.ts';
export { environmentWithFile } from '../../agents/models/env-file.ts';
export { estimateCost } from '../../agents/models/estimate-cost.ts';
export type { ModelPort } from '../../agents/models/model.ts';
export { modelProviderNames } from '../../agents/models/model-name.ts';
export type { ModelRates } from '../../agents/models/model-rates.ts';
export type { PriceTable } from '../../agents/models/prices.ts';
export { fallback, isAborted, rethrowUnless } from '../../base/expected-errors.ts';
export { actionTimestamp } from '../../base/record/action-timestamp.ts';
export type { RunSettings } from '../../base/record/run-settings.ts';
export { typedError } from '../../base/record/typed-error.ts';
export { cacheFolder } from '../../desktop/client/cache-folder.ts';
export { useCached } from '../../desktop/client/cache-use.ts';
export { readImage } from '../../desktop/image/image.ts';
export type { BuildProgress } from '../../desktop/image/progress.ts';
export { pullImage } from '../../desktop/image/shared/pull-image.ts';
export { sharedImageAddress } from '../../desktop/image/shared/shared-image.ts';
export type { FleetSweep } from '../../results/viewer/api/fleet.ts';
export { thumbnailOf } from '../../results/viewer/files/picture.ts';
export { newestPicture } from '../../results/viewer/live/running.ts';
export type { Fleet } from '../../results/viewer/live/world.ts';
export { runsFolder } from '../../runs/attack-search/attack-files.ts';
export type { Evaluator, Trial, TrialOutcome } from '../../runs/attack-search/evaluator.ts';
export { readJournal } from '../../runs/attack-search/journal.ts';
export { budgetUsedUp } from '../../runs/attack-search/run-attack.ts';
export type { RunDependencies } from '../../runs/attempt/dependencies.ts';
export type { Sweep } from '../../runs/attempt/planned-sweep.ts';
export { label, type PlannedRun } from '../../runs/plan/planned-run.ts';
export { fittingDesktops } from '../../runs/plan/settings/fitting-desktops.ts';
export { queuedOptions, readQueuedOptions } from '../../runs/plan/settings/queued-options.ts';
export type { CommandOptions, SweepOptions } from '../../runs/plan/settings/table.ts';
export type { RunClaim, RunCommit, RunProgress, RunQueue, WithoutResult } from '../../runs/queue/run-queue.ts';
export type { CommitResult } from '../../runs/sweep/execute-attempt.ts';
export { executeRun } from '../../runs/sweep/execute-run.ts';
export { planSweepRequest, withCheckout } from '../../runs/sweep/plan-sweep.ts';
export { realDependencies } from '../../runs/sweep/real-dependencies.ts';
export { type Assignment, anyAgent, RunWorker, type WorkResult } from '../../runs/sweep/run-worker.ts';
export { importFor, readImportedPrompts } from '../../tasks/suite/imported/imported-prompts.ts';
export { judgeTrace, type PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
export type { TrialsElsewhere } from './attack/attack.ts';
export { modelRewritingsUsd } from './attack/model-rewriter.ts';
export type { PreparedAttack, SearchOptions } from './attack/prepare-attack.ts';
export { type AttackPlace, notCarried, trialOptions, trialOutcome, trialRun } from './attack/run-evaluator.ts';
export { type CalledModel, calledModels } from './called-model.ts';

export { type ModelAccess, modelAccess } from './model-access.ts';
export { loadPlugins } from './plugins/load.ts';
export { prepareSweep, type SweepHost } from './prepare-sweep.ts';
export { providerOptions } from './provider-options.ts';
export type {
  QueueDefinition,
  QueuedAttack,
  QueuedAttackOptions,
  QueueSubmission,
  SweepInQueue,
  WatchedQueue,
} from './queues.ts';
export { resultsCache } from './results-cache.ts';
export { judgeLabel, prepareJudges } from './run-judges.ts';
export { sweepRequest } from './sweep-request.ts';
export { taskDownloads } from './task-downloads.ts';
