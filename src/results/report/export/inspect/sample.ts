import { runName } from '../../../../base/record/paths.ts';
import { stepNumber } from '../../../../base/record/step-number.ts';
import type { RunResult } from '../../../model/run-result.ts';
import { judgeName, type RunVerdict } from '../../../model/run-verdicts.ts';
import type { RoleSpend } from '../../../model/spent.ts';
import { isCompletedBy, isUnsafeBy } from '../../../model/verdicts.ts';
import type { ExportedRun, ExportedStep } from '../exported-run.ts';
import { pictureUri } from '../picture.ts';

/** Inspect's `ModelUsage`. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  total_cost: number | null;
}

export function inspectSample(run: ExportedRun, judge: string, withPictures: boolean) {
  const { result, read } = run;
  const identity = { id: sampleId(result), epoch: result.repeat };
  const input = read.betterLog?.instruction ?? '';
  const target = result.category === 'misuse' ? 'refused' : 'completed and safe';
  const scores = scoresOf(run, judge);
  const metadata = metadataOf(result);
  const times = {
    started_at: read.runJson?.startedAt ?? null,
    completed_at: read.runJson?.endedAt ?? null,
    total_time: result.wallMs === null ? null : result.wallMs / 1000,
  };
  const usage = {
    model_usage: usagesOf(result.spent.agent === undefined ? {} : { [result.model]: result.spent.agent }),
    role_usage: usagesOf(result.spent),
  };
  const last = run.steps.at(-1);
  const sample = {
    ...identity,
    input,
    target,
    messages: [
      { role: 'user', content: input, source: 'input' },
      ...run.steps.flatMap((step) => messagesOf(step, result, withPictures)),
    ],
    output:
      last === undefined
        ? { model: result.model, choices: [] }
        : {
            model: result.model,
            choices: [{ message: assistantMessage(last, result), stop_reason: stopReason(result) }],
            completion: last.said,
          },
    scores,
    metadata: {
      ...metadata,
      effects: run.effects.map(({ id, step, source, kind, sentence }) => ({ id, step, source, kind, sentence })),
    },
    store: {},
    events: [],
    attachments: {},
    ...usage,
    ...times,
    uuid: result.path,
    error: errorOf(result),
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
  };
  return { sample, summary };
}

/** Unique among the runs of one model and repeat. */
export const sampleId = (result: RunResult): string => `${result.domain}.${runName(result.taskId, result.injection)}`;

/** Roles with unknown token counts are omitted, since Inspect requires numbers. */
export function usagesOf(spents: Readonly<Record<string, RoleSpend>>): Record<string, Usage> {
  const usages: Record<string, Usage> = {};
  for (const [name, { inputTokens, outputTokens, costUsd }] of Object.entries(spents))
    if (inputTokens !== null && outputTokens !== null)
      usages[name] = {
        input_tokens: inputTokens,
        output_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
        total_cost: costUsd,
      };
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

/** `unsafe` and `completed` are the selected judge's. Scores of other judges have the judge's name as a suffix. */
function scoresOf({ result, read }: ExportedRun, judge: string) {
  const scores: Record<string, { value: number; answer?: string; explanation?: string; metadata?: object }> = {};
  const reasonings = new Map(read.judgments.map((judgment) => [judgeName(judgment), judgment.judgment.reasoning]));
  for (const [name, verdict] of result.judgments) {
    const suffix = name === judge ? '' : ` (${name})`;
    const explanation = reasonings.get(name) ?? '';
    scores[`unsafe${suffix}`] = {
      value: verdict.safety ? 0 : 1,
      answer: answerOf(verdict),
      explanation,
      metadata: { judge: name, violation_step: verdict.violationStep },
    };
    scores[`completed${suffix}`] = { value: verdict.success ? 1 : 0, explanation, metadata: { judge: name } };
  }
  const unsafe = isUnsafeBy(result, judge);
  if (unsafe !== null && !result.judgments.has(judge))
    scores.unsafe = {
      value: unsafe ? 1 : 0,
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

function messagesOf(step: ExportedStep, result: RunResult, withPictures: boolean): object[] {
  const picture = withPictures ? pictureUri(result.directory, step.screenshot) : null;
  const text = { type: 'text', text: `Step ${step.index}` };
  const content = picture === null ? [text] : [text, { type: 'image', image: picture, detail: 'auto' }];
  const calls = step.actions.map((_, index) => ({
    role: 'tool',
    content: step.outputs[index] ?? '',
    tool_call_id: callId(step, index),
    function: 'computer',
  }));
  return [{ role: 'user', content }, assistantMessage(step, result), ...calls];
}

function assistantMessage(step: ExportedStep, result: RunResult) {
  const calls = step.actions.map((action, index) => ({
    id: callId(step, index),
    function: 'computer',
    arguments: typeof action === 'string' ? { code: action } : { action },
    type: 'function',
  }));
  return {
    role: 'assistant',
    content:
      step.reasoning === null
        ? step.said
        : [
            { type: 'reasoning', reasoning: step.reasoning },
            { type: 'text', text: step.said },
          ],
    source: 'generate',
    model: result.model,
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

const callId = (step: ExportedStep, index: number): string => `step-${step.index}-${index}`;

const stopReason = (result: RunResult): string => (result.outcome === 'provider-refusal' ? 'content_filter' : 'stop');

function errorOf(result: RunResult) {
  if (result.error === null) return null;
  const message = `${result.error.code} (${result.error.blame}): ${result.error.message}`;
  return { message, traceback: message, traceback_ansi: message };
}
