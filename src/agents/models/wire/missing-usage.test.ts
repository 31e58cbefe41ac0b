import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { usageOfReply } from '../../model-reply.ts';
import { CallRecorder, type CallRecordLine } from '../call-record.ts';
import { CostMeter } from '../cost-meter.ts';
import type { ModelReply } from '../messages.ts';
import { blankReply, callModel, type ModelPort, portDefaults, type Wire } from '../model.ts';
import { type ModelAddress, resolveModel } from '../model-name.ts';
import { Redactor } from '../redact.ts';
import type { ComputerTool } from './computer-tools.ts';
import { createComputerWire, createWire } from './create-wire.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The address of a server that gives every request this body. */
async function serve(body: unknown): Promise<string> {
  const events = Array.isArray(body) ? body : null;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': events === null ? 'application/json' : 'text/event-stream' });
      response.end(events === null ? JSON.stringify(body) : events.map(asEvent).join(''));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function asEvent(event: unknown): string {
  if (event === '[DONE]') return 'data: [DONE]\n\n';
  const { type } = event as { type?: string };
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${JSON.stringify(event)}\n\n`;
}

const environment = { AWS_REGION: 'us-east-1' };
const price = { input: 1, output: 1 };
const messages = [
  { role: 'user' as const, parts: [{ type: 'text' as const, text: 'Sort my receipts. '.repeat(200) }] },
];
const computerRequest = {
  turns: [{ kind: 'user' as const, text: 'Sort my receipts.', picture: null }],
  cachePoint: 0,
  stored: undefined,
  display: { width: 800, height: 600 },
  maxTokens: 500,
  temperature: 1,
  topP: 0.9,
};

interface Api {
  model: string;
  at?: string;
  profile?: 'os-harm';
  tool?: ComputerTool;
  stream?: true;
  /** A complete reply, or the events of one, with this usage; left out: without. */
  reply(usage?: unknown): unknown;
  partly: unknown;
  whole: unknown;
}

const chat = (usage?: unknown) => ({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'DONE' }, finish_reason: 'stop' }],
  usage,
});
/** `where`: which event has the usage; Mistral sends it with the last choice, Groq in a field of its own. */
const chatChunks = (usage?: unknown, where: 'apart' | 'last' | 'x_groq' = 'apart') => {
  const chunk = (delta: object, finish_reason: string | null, more: object = {}) => ({
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
  const last = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [], usage };
  return [
    chunk({ role: 'assistant', content: 'DONE' }, null),
    chunk({}, 'stop', where === 'last' ? { usage } : where === 'x_groq' ? { x_groq: { id: 'x', usage } } : {}),
    ...(usage === undefined || where !== 'apart' ? [] : [last]),
    '[DONE]',
  ];
};
const message = (usage?: unknown) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'DONE' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
});
const messageEvents = (usage?: unknown) => [
  {
    type: 'message_start',
    message: { id: 'm1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'DONE' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
  { type: 'message_stop' },
];
const gemini = (usageMetadata?: unknown) => ({
  candidates: [{ content: { role: 'model', parts: [{ text: 'DONE' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata,
});
const responses = (usage?: unknown) => ({
  id: 'r1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: [
    {
      type: 'message',
      id: 'o1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'DONE', annotations: [] }],
    },
  ],
  usage,
});
const converse = (usage?: unknown) => ({
  output: { message: { role: 'assistant', content: [{ text: 'DONE' }] } },
  stopReason: 'end_turn',
  metrics: { latencyMs: 5 },
  usage,
});
const dashscope = (usage?: unknown) => ({
  output: { choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: [{ text: 'DONE' }] } }] },
  usage,
});

const counts = {
  chat: { partly: { prompt_tokens: 40 }, whole: { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 } },
  anthropic: {
    partly: { cache_read_input_tokens: 30, output_tokens: 2 },
    whole: { input_tokens: 40, output_tokens: 2 },
  },
  gemini: {
    partly: { promptTokenCount: 40 },
    whole: { promptTokenCount: 40, candidatesTokenCount: 2, totalTokenCount: 42 },
  },
  responses: { partly: { output_tokens: 2 }, whole: { input_tokens: 40, output_tokens: 2, total_tokens: 42 } },
  bedrock: { partly: { inputTokens: 40 }, whole: { inputTokens: 40, outputTokens: 2, totalTokens: 42 } },
};

const apis: Record<string, Api> = {
  'OpenAI, chat': { model: 'openai@URL/v1:gpt-4.1', reply: chat, ...counts.chat },
  'OpenAI, chat, streamed': { model: 'openai@URL/v1:gpt-4.1', stream: true, reply: chatChunks, ...counts.chat },
  'OpenAI, chat, os-harm': { model: 'openai@URL/v1:gpt-4.1', profile: 'os-harm', reply: chat, ...counts.chat },
  'a server with OpenAI’s interface': { model: 'vllm@URL/v1:m', reply: chat, ...counts.chat },
  'a server with OpenAI’s interface, streamed': {
    model: 'vllm@URL/v1:m',
    stream: true,
    reply: chatChunks,
    ...counts.chat,
  },
  Mistral: { model: 'mistral@URL/v1:mistral-large-latest', reply: chat, ...counts.chat },
  Groq: { model: 'groq@URL/v1:m', reply: chat, ...counts.chat },
  DeepSeek: { model: 'deepseek@URL:deepseek-chat', reply: chat, ...counts.chat },
  Together: { model: 'together@URL/v1:m', reply: chat, ...counts.chat },
  Alibaba: { model: 'alibaba@URL/v1:qwen3-vl-plus', reply: chat, ...counts.chat },
  OpenRouter: { model: 'openrouter@URL/v1:x/y', reply: chat, ...counts.chat },
  Anthropic: { model: 'anthropic@URL/v1:claude-opus-4-5', reply: message, ...counts.anthropic },
  'Anthropic, streamed': {
    model: 'anthropic@URL/v1:claude-opus-4-5',
    stream: true,
    reply: messageEvents,
    ...counts.anthropic,
  },
  'Anthropic, os-harm': {
    model: 'anthropic@URL/v1:claude-opus-4-5',
    profile: 'os-harm',
    reply: message,
    ...counts.anthropic,
  },
  'Anthropic, computer tool': {
    model: 'anthropic@URL/v1:claude-opus-4-5',
    tool: 'computer_20251124',
    reply: message,
    ...counts.anthropic,
  },
  Google: { model: 'google@URL/v1beta:gemini-3.5-flash', reply: gemini, ...counts.gemini },
  'Google, streamed': {
    model: 'google@URL/v1beta:gemini-3.5-flash',
    stream: true,
    reply: (usage) => [gemini(usage)],
    ...counts.gemini,
  },
  'Google, os-harm': {
    model: 'google@URL/v1beta:gemini-3.5-flash',
    profile: 'os-harm',
    reply: gemini,
    ...counts.gemini,
  },
  'Google, computer tool': {
    model: 'google@URL/v1beta:gemini-3.5-flash',
    tool: 'environment_desktop',
    reply: gemini,
    ...counts.gemini,
  },
  'OpenAI, Responses, computer tool': {
    model: 'openai@URL/v1:gpt-5.4',
    tool: 'computer',
    reply: responses,
    ...counts.responses,
  },
  'OpenAI, computer-use-preview': {
    model: 'openai@URL/v1:computer-use-preview',
    tool: 'computer_use_preview',
    reply: responses,
    ...counts.responses,
  },
  ...Object.fromEntries(
    [
      'deepseek@URL:deepseek-chat',
      'together@URL/v1:m',
      'fireworks@URL/v1:m',
      'moonshot@URL/v1:m',
      'alibaba@URL/v1:qwen3-vl-plus',
      'openrouter@URL/v1:x/y',
    ].map((model) => [`${model}, streamed`, { model, stream: true as const, reply: chatChunks, ...counts.chat }]),
  ),
  'Mistral, streamed': {
    model: 'mistral@URL/v1:mistral-large-latest',
    stream: true,
    reply: (usage) => chatChunks(usage, 'last'),
    ...counts.chat,
  },
  'Groq, streamed': {
    model: 'groq@URL/v1:m',
    stream: true,
    reply: (usage) => chatChunks(usage, 'x_groq'),
    ...counts.chat,
  },
  'xAI, Responses, streamed': {
    model: 'xai@URL/v1:grok-4',
    stream: true,
    reply: (usage) => {
      const text = { item_id: 'o1', output_index: 0, content_index: 0 };
      return [
        { type: 'response.created', response: { ...(responses() as object), status: 'in_progress', output: [] } },
        { type: 'response.output_text.delta', ...text, delta: 'DONE' },
        { type: 'response.completed', response: responses(usage) },
      ];
    },
    ...counts.responses,
  },
  'xAI, Responses': { model: 'xai@URL/v1:grok-4', reply: responses, ...counts.responses },
  Bedrock: { model: 'bedrock@URL:anthropic.claude-x', reply: converse, ...counts.bedrock },
  'DashScope, os-harm': {
    model: 'dashscope@URL/compatible-mode/v1:qwen-vl-plus',
    profile: 'os-harm',
    reply: dashscope,
    ...counts.responses,
  },
};

function wireOf(address: ModelAddress, { tool, profile, stream }: Api): Wire {
  const options = { profile: profile ?? ('osharm' as const), environment, stream: stream === true };
  if (tool === undefined) return createWire(address, 'key', options);
  const computer = createComputerWire(address, 'key', tool, { environment });
  return async (_, signal) => (await computer.ask(computerRequest, signal)) satisfies ModelReply;
}

async function call(api: Api, usage: unknown, limitUsd: number | null = null) {
  const url = await serve(api.reply(usage));
  const meter = new CostMeter(limitUsd);
  const port: ModelPort = {
    ...portDefaults,
    prices: () => price,
    meter,
    redactor: new Redactor([]),
    cassette: null,
    retry: { attempts: 1, baseMs: 1, maximumMs: 1, totalMs: 1000 },
    timeoutMs: 20_000,
  };
  const address = resolveModel(api.model.replace('URL', url), environment);
  const lines: CallRecordLine[] = [];
  const recorder = new CallRecorder((line) => lines.push(line));
  const context = { role: 'agent', scope: 'os/t', recorder };
  const ask = () => callModel(port, address, wireOf(address, api), { messages }, context, blankReply);
  return { reply: await ask(), meter, ask, line: lines.find(({ kind }) => kind === 'call') };
}

describe.each(Object.entries(apis))('usage in a reply of %s', (_, api) => {
  it.each([
    ['no usage', undefined],
    ['usage null', null],
    ['empty usage', {}],
    ['a part of its usage', api.partly],
  ])(
    'a reply with %s has unknown tokens and cost, and counts towards the limit with an estimate',
    async (_case, usage) => {
      const { reply, meter, line } = await call(api, usage);
      expect(reply).toMatchObject({ text: 'DONE', usage: null, costUsd: null });
      expect(line).toMatchObject({ result: 'ok', usage: null, costUsd: null });
      expect(usageOfReply(reply)).toMatchObject({ inputTokens: null, outputTokens: null, costUsd: null });
      expect([...meter.lines().values()]).toMatchObject([{ calls: 0, unmetered: 1, costUsd: null }]);
      expect(meter.totalUsd * 1e6).toBeGreaterThan(1000);
    },
  );

  it('a reply with usage is counted', async () => {
    const { reply, meter } = await call(api, api.whole);
    expect(reply).toMatchObject({ text: 'DONE', usage: { inputTokens: 40, outputTokens: 2 } });
    expect(meter.totalUsd * 1e6).toBeCloseTo(42);
  });
});

it('replies without usage use up --max-cost', async () => {
  const { ask } = await call(apis['OpenAI, chat'] as Api, undefined, 0.001);
  await expect(ask()).rejects.toMatchObject({ code: 'max-cost-reached' });
});

it('Gemini omits zero counts: a reply with a total and no output has zero output tokens', async () => {
  const { reply } = await call(apis.Google as Api, { promptTokenCount: 40, totalTokenCount: 40 });
  expect(reply.usage).toMatchObject({ inputTokens: 40, outputTokens: 0 });
});
