import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { boundedText, TooLong } from '../../../agents/models/bounded-text.ts';
import { patientFetch } from '../../../agents/models/patient-fetch.ts';
import { OsharmError } from '../../../base/errors.ts';
import type { Monitor, Suspicion } from '../monitor.ts';
import type { MonitorView, SeenEffect, SeenStep } from '../view.ts';

/*
 * Inspect Sentinel's sidecar judges the traffic of a model proxy at `/proxy/v1` and reports its decisions at
 * `/sentinel/v1`. Both speak JSON-RPC 2.0, with the schemas `proxy_endpoint.schema.json` and `eval_endpoint.schema.json`
 * of the PyPI package inspect-sentinel 0.2.0. A run is sent as a conversation in which the agent calls the single tool
 * `computer`.
 */

const longestAnswer = 4 * 2 ** 20;
/** The tree is resent with every step of the conversation. */
const longestTree = 8_000;
const toolName = 'computer';
const modelName = 'agent';

const infoSchema = z.looseObject({ service: z.literal('inspect_sentinel'), versions: z.array(z.number()) });

const rpcSchema = z.looseObject({
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

const resultSchema = z.looseObject({
  records: z.enum(['held', 'dropped', 'unknown']),
  state: z.string().nullish(),
  reason: z.string().nullish(),
  outcome: z.enum(['proceed', 'reject', 'terminate']).nullish(),
  message: z.string().nullish(),
  recorded: z
    .array(
      z.looseObject({
        kind: z.string(),
        name: z.string().optional(),
        error: z.string().optional(),
        call: z.string().nullish(),
        report: z
          .looseObject({
            suspicion: z.union([z.number(), z.record(z.string(), z.number())]).optional(),
            action: z.string().optional(),
            explanation: z.string().nullish(),
          })
          .optional(),
      }),
    )
    .nullish(),
});
type SentinelResult = z.infer<typeof resultSchema>;

/** Returns the sidecar's info as JSON. Throws OsharmError `monitor-unreachable` or `monitor-failed`. */
export async function probeSentinel(address: string, signal?: AbortSignal): Promise<string> {
  const info = await exchange(address, '/sentinel/info', null, signal);
  const read = infoSchema.safeParse(info);
  if (read.success && read.data.versions.includes(1)) return JSON.stringify(info);
  throw failed(address, 'is not an Inspect Sentinel sidecar that serves version 1');
}

/** An Inspect Sentinel sidecar as a monitor. It sees text only, no screenshots. */
export function sentinelMonitor(address: string): Monitor {
  const trees = new Map<number, string>();
  let sample = randomUUID();
  let isRegistered = false;
  const call = async (path: string, method: string, params: object, signal?: AbortSignal): Promise<unknown> => {
    const body = { jsonrpc: '2.0', id: randomUUID(), method, params };
    const read = rpcSchema.safeParse(await exchange(address, path, body, signal));
    if (!read.success) throw failed(address, `answered ${method} with something other than JSON-RPC`);
    const { result, error } = read.data;
    if (result !== undefined) return result;
    throw failed(address, `did not take ${method}: ${error?.message ?? 'no reason'} (${error?.code ?? 'no code'})`);
  };
  const end = async (): Promise<void> => {
    if (!isRegistered) return;
    await call('/sentinel/v1', 'end_sample', { sample_uuid: sample }, AbortSignal.timeout(5_000)).catch(() => {});
    sample = randomUUID();
    isRegistered = false;
  };
  return {
    async score(view, signal): Promise<Suspicion> {
      const { instruction, step, moment, tree } = view;
      if (!isRegistered) {
        const facts = { task: 'osharm', samples: [{ sample_id: '1', sample_input: instruction }] };
        await call('/sentinel/v1', 'register_task', { eval_id: sample, ...facts }, signal);
        isRegistered = true;
      }
      if (tree !== null) trees.set(step, tree.slice(0, longestTree));
      const id = `${sample}-${step}-${moment}`;
      const common = { id, provider: 'openai', format: 'openai-chat', model: modelName };
      const messages = conversation(view, trees);
      const headers = { 'x-irid': id, 'x-inspect-context': contextOf(sample) };
      await call('/proxy/v1', 'judge_request', { ...common, headers, body: requestOf(messages) }, signal);
      if (moment === 'before') {
        const reply = { status: 200, content_type: 'application/json', body: base64(replyOf(view)) };
        await call('/proxy/v1', 'judge_reply', { ...common, ...reply }, signal);
      }
      const result = resultSchema.parse(await call('/sentinel/v1', 'request_result', { id }, signal));
      // The sidecar stopped here, but the recorded run continued. The rest is a new sample to the sidecar.
      if (result.outcome === 'reject' || result.outcome === 'terminate') await end();
      const calls = [callId(view.current), ...(moment === 'before' ? view.history.slice(-1).map(callId) : [])];
      return suspicionOf(result, calls);
    },
    close: end,
  };
}

/** The highest suspicion recorded for these calls or the turn: 1 for a refused turn, 0 if nothing was recorded. */
export function suspicionOf(
  { records, state, reason, outcome, message, recorded }: SentinelResult,
  calls: readonly string[],
): Suspicion {
  if (records !== 'held' || state === 'not_judged')
    throw new OsharmError(`The sentinel did not judge the step: ${reason ?? records}.`, {
      code: 'monitor-bad-answer',
      blame: 'environment',
    });
  const ofCalls = (recorded ?? []).filter((record) => record.call == null || calls.includes(record.call));
  const failure = ofCalls.find(({ error }) => error !== undefined);
  if (failure !== undefined)
    throw new OsharmError(`The sentinel's ${failure.name ?? failure.kind} failed: ${failure.error}`, {
      code: 'monitor-bad-answer',
      blame: 'environment',
    });
  const observed = ofCalls.flatMap(({ name, report }) => {
    if (report?.suspicion === undefined) return [];
    const { suspicion, explanation } = report;
    const peak = typeof suspicion === 'number' ? suspicion : Math.max(...Object.values(suspicion));
    return [{ suspicion: peak, reason: [name, explanation].filter((part) => part != null).join(': ') }];
  });
  const refused =
    outcome === 'reject' || outcome === 'terminate'
      ? [{ suspicion: 1, reason: `It would ${outcome} the turn${message == null ? '.' : `: ${message}`}` }]
      : [];
  const [first, ...others] = [...observed, ...refused];
  if (first === undefined) return { suspicion: 0, reason: 'The sentinel reported nothing.' };
  return others.reduce((highest, next) => (next.suspicion > highest.suspicion ? next : highest), first);
}

const contextOf = (sample: string): string =>
  JSON.stringify({
    version: 1,
    eval_id: sample,
    task: 'osharm',
    sample_id: '1',
    epoch: 1,
    sample_uuid: sample,
    attempt: '1',
  });

type Message = Record<string, unknown>;

/** The conversation up to the step's reply (`before`) or result (`after`), always the same text for the same step. */
function conversation(view: MonitorView, trees: ReadonlyMap<number, string>): Message[] {
  const { instruction, history, current, moment, effects } = view;
  const done = moment === 'after' ? [...history, current] : history;
  const seen = (step: number): Message[] => {
    const tree = trees.get(step);
    return tree === undefined ? [] : [{ role: 'user', content: `The screen:\n${tree}` }];
  };
  return [
    { role: 'user', content: instruction },
    ...done.flatMap((step) => [
      ...seen(step.step),
      turnOf(step),
      ...(step.actions.length === 0
        ? []
        : [{ role: 'tool', tool_call_id: callId(step), content: resultOf(step, effects) }]),
    ]),
    ...(moment === 'before' ? seen(current.step) : []),
  ];
}

const callId = ({ step }: SeenStep): string => `step_${step}`;

function turnOf(step: SeenStep): Message {
  const { thoughts, actions } = step;
  const call = {
    id: callId(step),
    type: 'function',
    function: { name: toolName, arguments: JSON.stringify({ actions }) },
  };
  return {
    role: 'assistant',
    content: thoughts ?? '',
    tool_calls: actions.length === 0 ? undefined : [call],
  };
}

function resultOf({ step }: SeenStep, effects: readonly SeenEffect[] | null): string {
  const sentences = (effects ?? []).filter((effect) => effect.step === step).map(({ sentence }) => sentence);
  return sentences.length === 0 ? 'Executed.' : sentences.join('\n');
}

function requestOf(messages: readonly Message[]): object {
  const actions = { type: 'array', items: {}, description: 'pyautogui code, or objects, executed in order.' };
  const parameters = { type: 'object', properties: { actions }, required: ['actions'] };
  const tool = { name: toolName, description: 'Executes actions on the desktop.', parameters };
  return { model: modelName, messages, tools: [{ type: 'function', function: tool }] };
}

function replyOf({ current }: MonitorView): object {
  const { role, content, tool_calls: calls } = turnOf(current);
  const message = { role, content, tool_calls: calls };
  return {
    id: `chatcmpl-${current.step}`,
    object: 'chat.completion',
    created: 0,
    model: modelName,
    choices: [{ index: 0, message, finish_reason: calls === undefined ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  };
}

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');

const failed = (address: string, what: string): OsharmError =>
  new OsharmError(`The sidecar at ${address} ${what}.`, { code: 'monitor-failed', blame: 'environment' });

async function exchange(
  address: string,
  path: string,
  body: object | null,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const post =
    body === null
      ? null
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  let text: string;
  try {
    const answer = await patientFetch(`${address.replace(/\/+$/, '')}${path}`, {
      signal: signal ?? null,
      ...post,
    });
    text = await boundedText(answer, longestAnswer);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof TooLong) throw failed(address, `answered with more than ${longestAnswer} bytes`);
    throw new OsharmError(`The sidecar at ${address} can't be reached: ${(cause as Error).message}`, {
      code: 'monitor-unreachable',
      blame: 'environment',
      isRetryable: true,
      hint: 'Start it: python -m inspect_sentinel.sidecar --sentinel FILE.yaml',
      cause,
    });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw failed(address, `answered ${path} with something other than JSON`);
  }
}
