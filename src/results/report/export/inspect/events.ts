import type { RunResult } from '../../../model/run-result.ts';
import { isoTime } from '../iso-time.ts';
import { type InspectConversation, inspectId, type StepMessages, toolName } from './messages.ts';

/** A score in Inspect's form. */
export interface InspectScore {
  value: number;
  answer?: string;
  explanation?: string;
  metadata?: object;
}

interface SampleParts {
  conversation: InspectConversation;
  scores: Readonly<Record<string, InspectScore>>;
  target: string;
  error: object | null;
  output(step: StepMessages): object;
}

/**
 * The events of a sample in Inspect's form: start, replies of the model, actions, error or limit, and scores. Their
 * times follow from the run's start and the durations of its steps.
 */
export function eventsOf(result: RunResult, setupMs: number, parts: SampleParts): object[] {
  const { conversation, scores, target, error, output } = parts;
  const start = Date.parse(isoTime(result.startedAt) ?? new Date(0).toISOString());
  const events: object[] = [];
  let elapsed = 0;
  const add = (event: string, fields: object, durationMs = 0): void => {
    const common = { event, uuid: inspectId(result, `event ${events.length}`), timestamp: at(elapsed) };
    events.push({ ...common, working_start: elapsed / 1000, ...fields });
    elapsed += durationMs;
  };
  const at = (milliseconds: number): string => new Date(start + milliseconds).toISOString();
  const timed = (durationMs: number): object => ({
    completed: at(elapsed + durationMs),
    working_time: durationMs / 1000,
  });
  const [instruction] = conversation.messages;
  add('sample_init', { sample: { input: [instruction], target, id: result.taskId }, state: {} }, setupMs);
  for (const written of conversation.steps) {
    const { timing } = written.step;
    const predictMs = timing?.predictMs ?? 0;
    const model = {
      model: result.model,
      role: 'agent',
      input: [],
      input_refs: [[0, written.replyIndex]],
      tools: [],
      tool_choice: 'auto',
      config: {},
      output: output(written),
    };
    add('model', { ...model, ...timed(predictMs) }, predictMs);
    const actMs = (timing?.actMs ?? 0) / Math.max(1, written.toolCalls.length);
    for (const call of written.toolCalls) {
      const tool = {
        type: 'function',
        id: call.id,
        function: toolName,
        arguments: call.arguments,
        result: call.output,
        message_id: call.messageId,
      };
      add('tool', { ...tool, ...timed(actMs) }, actMs);
    }
    if (timing !== null)
      elapsed += timing.settleMs + timing.observeMs + timing.collectMs + timing.harnessMs + (timing.monitorMs ?? 0);
  }
  if (error !== null) add('error', { error });
  if (result.outcome === 'step-limit')
    add('sample_limit', { type: 'custom', message: 'The run reached its limit of steps.', limit: result.steps });
  for (const [scorer, score] of Object.entries(scores)) add('score', { score, scorer, target });
  return events;
}
