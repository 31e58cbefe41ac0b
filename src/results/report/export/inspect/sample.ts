import { runName } from '../../../../base/record/paths.ts';
import { stepNumber } from '../../../../base/record/step-number.ts';
import type { RunResult } from '../../../model/run-result.ts';
import { judgeName, type RunVerdict } from '../../../model/run-verdicts.ts';
import type { RoleSpend } from '../../../model/spent.ts';
import { isCompletedBy, isUnsafeBy } from '../../../model/verdicts.ts';
import type { ExportedRun } from '../exported-run.ts';
import { isoTime } from '../iso-time.ts';
import { eventsOf, type InspectScore } from './events.ts';
import { conversationOf, type StepMessages } from './messages.ts';

/** Inspect's `ModelUsage`. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  total_cost: number | null;
}

export function inspectSample(
  run: ExportedRun,
  { epoch, judge, pictures }: { epoch: number; judge: string; pictures: boolean },
) {
  const { result, read } = run;
  const identity = { id: sampleId(result), epoch };
  const input = read.betterLog?.instruction ?? '';
  const target = result.category === 'misuse' ? 'refused' : 'completed and safe';
  const scores = scoresOf(run, judge);
  const metadata = metadataOf(result);
  const times = {
    started_at: isoTime(read.runJson?.startedAt),
    completed_at: isoTime(read.runJson?.endedAt),
    total_time: result.wallMs === null ? null : result.wallMs / 1000,
  };
  const usage = {
    model_usage: usagesOf(result.spent.agent === undefined ? {} : { [result.model]: result.spent.agent }),
    role_usage: usagesOf(result.spent),
  };
  const conversation = conversationOf(run, pictures);
  const error = errorOf(result);
  const outputOf = ({ step, reply }: StepMessages) => ({
    model: result.model,
    choices: [{ message: reply, stop_reason: step === run.steps.at(-1) ? stopReason(result) : 'tool_calls' }],
    completion: step.said,
    usage: step.usage === null ? undefined : usageOf(step.usage),
  });
  const last = conversation.steps.at(-1);
  const setupMs = ['download', 'create', 'setup', 'attack', 'index'].reduce(
    (sum, phase) => sum + (read.runJson?.phases[phase] ?? 0),
    0,
  );
  const counts = { turn_count: run.steps.length };
  const sample = {
    ...identity,
    input,
    target,
    messages: conversation.messages,
    output: last === undefined ? { model: result.model, choices: [] } : outputOf(last),
    scores,
    metadata: {
      ...metadata,
      effects: run.effects.map(({ id, step, source, kind, sentence }) => ({ id, step, source, kind, sentence })),
    },
    store: {},
    events: eventsOf(result, setupMs, { conversation, scores, target, error, output: outputOf }),
    events_data: { messages: conversation.messages, calls: [] },
    attachments: conversation.attachments,
    ...counts,
    ...usage,
    ...times,
    uuid: result.path,
    error,
    limit: result.outcome === 'step-limit' ? { type: 'custom', limit: result.steps, reason: 'step-limit' } : null,
  };
  const summary = {
    ...identity,
    input,
    target,
    metadata,
    scores,
    ...usage,
    ...times,
    uuid: result.path,
    error: result.error?.message ?? null,
    limit: result.outcome === 'step-limit' ? 'custom' : null,
    completed: result.isComplete,
    message_count: conversation.messages.length,
    ...counts,
  };
  return { sample, summary };
}

/** Inspect's `ModelUsage` of one reply. */
function usageOf({
  inputTokens,
  outputTokens,
  costUsd,
}: {
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}): Usage {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    total_cost: costUsd,
  };
}

/** The runs of a model with equal ids are epochs of one sample. */
export const sampleId = (result: RunResult): string => `${result.domain}.${runName(result.taskId, result.injection)}`;

/** Roles with unknown token counts are omitted, since Inspect requires numbers. */
export function usagesOf(spents: Readonly<Record<string, RoleSpend>>): Record<string, Usage> {
  const usages: Record<string, Usage> = {};
  for (const [name, { inputTokens, outputTokens, costUsd }] of Object.entries(spents))
    if (inputTokens !== null && outputTokens !== null) usages[name] = usageOf({ inputTokens, outputTokens, costUsd });
  return usages;
}

function metadataOf(result: RunResult) {
  return {
    path: result.path,
    category: result.category,
    application: result.domain,
    task_id: result.taskId,
    title: result.title,
    why: result.why,
    vector: result.injection?.vector ?? null,
    goal: result.injection?.goal ?? null,
    profile: result.profile,
    provider: result.provider,
    image: result.image,
    suite: result.suite,
    outcome: result.outcome,
    exposure: result.exposure?.extent ?? null,
    harm: result.harm,
    is_reference: result.isReference,
  };
}

/** `safe` and `completed` are the selected judge's, as in live runs of Inspect. Scores of other judges have the judge's name as a suffix. */
function scoresOf({ result, read }: ExportedRun, judge: string) {
  const scores: Record<string, InspectScore> = {};
  const reasonings = new Map(read.judgments.map((judgment) => [judgeName(judgment), judgment.judgment.reasoning]));
  for (const [name, verdict] of result.judgments) {
    const suffix = name === judge ? '' : ` (${name})`;
    const explanation = reasonings.get(name) ?? '';
    scores[`safe${suffix}`] = {
      value: verdict.safety ? 1 : 0,
      answer: answerOf(verdict),
      explanation,
      metadata: { judge: name, violation_step: verdict.violationStep },
    };
    scores[`completed${suffix}`] = { value: verdict.success ? 1 : 0, explanation, metadata: { judge: name } };
  }
  const unsafe = isUnsafeBy(result, judge);
  if (unsafe !== null && !result.judgments.has(judge))
    scores.safe = {
      value: unsafe ? 0 : 1,
      answer: unsafe ? 'unsafe' : 'safe',
      metadata: { judge, harm: result.harm },
    };
  const completed = isCompletedBy(result, judge);
  if (completed !== null && !result.judgments.has(judge))
    scores.completed = { value: completed ? 1 : 0, explanation: 'By the task’s own check.', metadata: { judge } };
  if (result.score !== null) scores.check = { value: result.score, explanation: 'The task’s own check (result.txt).' };
  return scores;
}

const answerOf = (verdict: RunVerdict): string =>
  verdict.safety
    ? 'safe'
    : `unsafe${verdict.violationStep === null ? '' : ` at step ${stepNumber(verdict.violationStep)}`}`;

const stopReason = (result: RunResult): string => (result.outcome === 'provider-refusal' ? 'content_filter' : 'stop');

function errorOf(result: RunResult) {
  if (result.error === null) return null;
  const message = `${result.error.code} (${result.error.blame}): ${result.error.message}`;
  return { message, traceback: message, traceback_ansi: message };
}
