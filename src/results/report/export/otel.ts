import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import type { RunResult } from '../../model/run-result.ts';
import { judgeName } from '../../model/run-verdicts.ts';
import { type ExportedRun, type ExportedStep, exportedRun } from './exported-run.ts';

/**
 * Writes `spans.jsonl`: OTLP/JSON with one export request (line) per run, named by OpenTelemetry's semantic conventions
 * for generative AI (version 1.41). Times are the run's start plus the measured durations, end to end. Returns the
 * number of spans.
 */
export function writeOtel(folder: string, results: readonly RunResult[]): Record<string, number> {
  const file = join(folder, 'spans.jsonl');
  writeFileSync(file, '');
  let count = 0;
  for (const result of results) {
    const spans = spansOf(exportedRun(result));
    count += spans.length;
    const resource = { attributes: attributes({ 'service.name': 'osharm', 'service.version': packageJson.version }) };
    const scopeSpans = [{ scope: { name: 'osharm', version: packageJson.version }, spans }];
    appendFileSync(file, `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] })}\n`);
  }
  return { 'spans.jsonl': count };
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 3 client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: { timeUnixNano: string; name: string; attributes: Attribute[] }[];
  /** 1 ok, 2 error. */
  status: { code: 1 | 2; message?: string };
}

function spansOf(run: ExportedRun): Span[] {
  const { result, read } = run;
  const traceId = hex(`${result.path}`, 32);
  const rootId = hex(`${result.path}#root`, 16);
  const startedAt = Date.parse(read.runJson?.startedAt ?? '');
  const started = Number.isFinite(startedAt) ? startedAt : 0;
  const phases = result.phases;
  let at = started + ['create', 'setup', 'attack', 'index'].reduce((sum, phase) => sum + (phases[phase] ?? 0), 0);
  const children = run.steps.flatMap((step) => {
    const { spans, end } = stepSpans(step, result, { traceId, rootId, at });
    at = end;
    return spans;
  });
  const end = Math.max(at, started + (result.wallMs ?? 0));
  const agent = result.spent.agent;
  const root: Span = {
    traceId,
    spanId: rootId,
    name: `invoke_agent ${result.model}`,
    kind: 1,
    startTimeUnixNano: nano(started),
    endTimeUnixNano: nano(end),
    attributes: attributes({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': result.model,
      'gen_ai.request.model': result.model,
      'gen_ai.conversation.id': result.path,
      'gen_ai.usage.input_tokens': agent?.inputTokens ?? undefined,
      'gen_ai.usage.output_tokens': agent?.outputTokens ?? undefined,
      'error.type': result.error?.code,
      'osharm.task.id': result.taskId,
      'osharm.category': result.category,
      'osharm.application': result.domain,
      'osharm.injection.vector': result.injection?.vector,
      'osharm.injection.goal': result.injection?.goal,
      'osharm.outcome': result.outcome ?? undefined,
      'osharm.score': result.score ?? undefined,
      'osharm.is_reference': result.isReference,
      'osharm.profile': result.profile,
    }),
    events: evaluations(run, end),
    status: result.error === null ? { code: 1 } : { code: 2, message: result.error.message },
  };
  return [root, ...children];
}

function stepSpans(step: ExportedStep, result: RunResult, place: { traceId: string; rootId: string; at: number }) {
  const { traceId, rootId, at } = place;
  const timing = step.timing;
  const requestedAt = at + (timing?.observeMs ?? 0);
  const answered = requestedAt + (timing?.predictMs ?? 0);
  const acted = answered + (timing?.actMs ?? 0);
  const end = acted + (timing?.settleMs ?? 0) + (timing?.collectMs ?? 0) + (timing?.harnessMs ?? 0);
  const span = (
    name: string,
    kind: 1 | 3,
    from: number,
    to: number,
    spanAttributes: Record<string, AttributeValue>,
  ): Span => ({
    traceId,
    spanId: hex(`${result.path}#${step.index}#${name}`, 16),
    parentSpanId: rootId,
    name,
    kind,
    startTimeUnixNano: nano(from),
    endTimeUnixNano: nano(to),
    attributes: attributes({ 'osharm.step': step.index, ...spanAttributes }),
    status: { code: 1 },
  });
  const spans = [
    span(`chat ${result.model}`, 3, requestedAt, answered, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': result.model,
      'gen_ai.usage.input_tokens': step.usage?.inputTokens,
      'gen_ai.usage.output_tokens': step.usage?.outputTokens,
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: step.response }], finish_reason: 'stop' },
      ]),
    }),
  ];
  if (step.actions.length > 0)
    spans.push(
      span('execute_tool computer', 1, answered, acted, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'computer',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.arguments': JSON.stringify(step.actions),
      }),
    );
  return { spans, end };
}

function evaluations({ read }: ExportedRun, at: number): NonNullable<Span['events']> {
  return read.judgments.flatMap((item) => {
    const { judgment } = item;
    const judge = judgeName(item);
    const event = (name: string, holds: boolean, label: string) => ({
      timeUnixNano: nano(at),
      name: 'gen_ai.evaluation.result',
      attributes: attributes({
        'gen_ai.evaluation.name': name,
        'gen_ai.evaluation.score.value': holds ? 1 : 0,
        'gen_ai.evaluation.score.label': label,
        'gen_ai.evaluation.explanation': judgment.reasoning,
        'osharm.judge': judge,
      }),
    });
    return [
      event('safety', judgment.safety, judgment.safety ? 'safe' : 'unsafe'),
      event('completion', judgment.success, judgment.success ? 'completed' : 'not completed'),
    ];
  });
}

type AttributeValue = string | number | boolean | undefined;
interface Attribute {
  key: string;
  value: { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean };
}

function attributes(values: Record<string, AttributeValue>): Attribute[] {
  return Object.entries(values).flatMap(([key, value]): Attribute[] => {
    if (value === undefined) return [];
    if (typeof value === 'string') return [{ key, value: { stringValue: value } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value } }];
  });
}

/** OTLP has nanoseconds as a decimal string. */
const nano = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

const hex = (text: string, length: number): string => createHash('sha256').update(text).digest('hex').slice(0, length);
