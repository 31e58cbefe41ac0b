/** `import { … } from 'osharm/judging'`: functions to judge runs with models. */
export { CallRecorder } from '../../agents/models/call-record.ts';
export { failureOf, transportFailure } from '../../agents/models/classify-failure.ts';
export type { Exchange } from '../../agents/models/http-exchange.ts';
export type { ModelPort } from '../../agents/models/model.ts';
export { ModelError } from '../../agents/models/model-error.ts';
export type { ModelAddress } from '../../agents/models/model-name.ts';
export { isOutOfMoney } from '../../agents/models/out-of-money.ts';
export { readAnswer } from '../../agents/models/outcome/read-answer.ts';
export { costAbout, costOf, type PriceTable, priceOf } from '../../agents/models/prices.ts';
export { retryDelayMs } from '../../agents/models/retry.ts';
export type { Effect } from '../../base/record/evidence/effect.ts';
export { effectLine, effectsFile, readEffects } from '../../base/record/evidence/read-evidence.ts';
export { claimFile } from '../../base/record/lease/file-claim.ts';
export { sumKnown } from '../../base/record/token-sum.ts';
export { typedError } from '../../base/record/typed-error.ts';
export { writeWholeFile } from '../../base/record/write-whole-file.ts';
export { clusteredRate } from '../../base/statistics/clustered-rate.ts';
export { type Proportion, wilson } from '../../base/statistics/wilson.ts';
export { tableLines } from '../../results/report/table.ts';
export { answerSeconds, type PlanSize } from '../../runs/plan/plan-size.ts';
export { addSpents } from '../../verdicts/judges/add-spents.ts';
export type { Asker } from '../../verdicts/judges/ask/ask-model.ts';
export type { Answer } from '../../verdicts/judges/ask/dialect.ts';
export { requestBody } from '../../verdicts/judges/ask/request-body.ts';
export { costAtMost, outputAtMost, tokensAtMost } from '../../verdicts/judges/ask/token-bounds.ts';
export { readVerdict, type Verdict } from '../../verdicts/judges/ask/verdict.ts';
export {
  type BatchItem,
  batchLogFile,
  type ItemAnswer,
  type LoggedBatch,
  logBatchEvent,
  pendingIn,
  readBatchLog,
} from '../../verdicts/judges/batch-log.ts';
export type { ChatMessage } from '../../verdicts/judges/chat.ts';
export { concludeTrace } from '../../verdicts/judges/conclude-trace.ts';
export { nonceOf } from '../../verdicts/judges/evidence/fence.ts';
export { type PreparedJudge, triesAtForm } from '../../verdicts/judges/judge-trace.ts';
export { judgeTree, type TreeOptions, type TreeResult } from '../../verdicts/judges/judge-tree.ts';
export {
  addSpent,
  currentInputsHash,
  folderOf,
  type JudgmentDraft,
  keptIn,
  prepareTrace,
  unscoredIn,
} from '../../verdicts/judges/prepare-trace.ts';
export { readTrace } from '../../verdicts/judges/trace.ts';
export type { AttackSuiteFlags, BatchAction, BatchFlags, JudgeLab } from './judge-lab.ts';
export { onlyModelJudge, type PreparedJudges } from './prepare-judging.ts';
