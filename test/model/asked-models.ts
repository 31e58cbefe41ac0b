import { CallRecorder, type CallRecordLine } from '../../src/agents/models/call-record.ts';
import { CostMeter } from '../../src/agents/models/cost-meter.ts';
import type { ModelRequest } from '../../src/agents/models/messages.ts';
import {
  blankReply,
  type CallContext,
  callModel,
  type ModelPort,
  portDefaults,
} from '../../src/agents/models/model.ts';
import { resolveModel } from '../../src/agents/models/model-name.ts';
import { priceOf, readPrices } from '../../src/agents/models/prices.ts';
import { Redactor } from '../../src/agents/models/redact.ts';
import { createWire } from '../../src/agents/models/wire/create-wire.ts';
import { anthropicDialect } from './servers/anthropic-dialect.ts';
import type { Dialect } from './servers/dialect.ts';
import { googleDialect } from './servers/google-dialect.ts';
import { type ModelServer, startModelServer, type Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';
export const key = 'sk-secret-0123456789';
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const request: ModelRequest = {
  messages: [
    { role: 'system', parts: [{ type: 'text', text: 'You are at a desktop.' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'Look.' },
        { type: 'image', png },
      ],
    },
    { role: 'assistant', parts: [{ type: 'text', text: 'Seen.' }] },
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'And now?' },
        { type: 'image', png },
      ],
    },
  ],
  temperature: 1,
  topP: 0.9,
  maxTokens: 1500,
};
export const prices = readPrices();

export const servers: ModelServer[] = [];
/** For `afterAll` of each file of tests: files share this module. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

export function port(changes: Partial<ModelPort> = {}): ModelPort {
  return {
    ...portDefaults,
    prices: (provider, model) => priceOf(prices, provider, model),
    meter: new CostMeter(),
    redactor: new Redactor([key]),
    cassette: null,
    retry: { attempts: 6, baseMs: 5, maximumMs: 50, totalMs: 20_000 },
    timeoutMs: 30_000,
    ...changes,
  };
}

export interface Kind {
  name: string;
  dialect: Dialect;
  model: string;
  path: string;
  profile: 'osharm' | 'os-harm';
  stream?: boolean;
}
export const kinds: Kind[] = [
  { name: 'OpenAI', dialect: openaiDialect, model: 'openai@URL/v1:gpt-4.1', path: '/v1', profile: 'osharm' },
  {
    name: 'OpenAI, streamed',
    dialect: openaiDialect,
    model: 'openai@URL/v1:gpt-4.1',
    path: '/v1',
    profile: 'osharm',
    stream: true,
  },
  {
    name: 'OpenAI, as OS-Harm',
    dialect: openaiDialect,
    model: 'openai@URL/v1:gpt-4.1',
    path: '/v1',
    profile: 'os-harm',
  },
  { name: 'compatible', dialect: openaiDialect, model: 'vllm@URL/v1:some-model', path: '/v1', profile: 'osharm' },
  {
    name: 'Anthropic',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    profile: 'osharm',
  },
  {
    name: 'Anthropic, streamed',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    profile: 'osharm',
    stream: true,
  },
  {
    name: 'Anthropic, as OS-Harm',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    profile: 'os-harm',
  },
  {
    name: 'Google',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    profile: 'osharm',
  },
  {
    name: 'Google, streamed',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    profile: 'osharm',
    stream: true,
  },
  {
    name: 'Google, as OS-Harm',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    profile: 'os-harm',
  },
];

export async function ask(
  kind: Kind,
  turns: readonly Turn[],
  modelPort: ModelPort = port(),
  context: Partial<CallContext> = {},
  modelRequest = request,
) {
  const server = await startModelServer(kind.dialect, turns);
  servers.push(server);
  const lines: CallRecordLine[] = [];
  const address = resolveModel(kind.model.replace('URL', server.url), {});
  const reply = callModel(
    modelPort,
    address,
    createWire(address, key, {
      profile: kind.profile,
      environment: {},
      ...(kind.stream === undefined ? {} : { stream: kind.stream }),
    }),
    modelRequest,
    { role: 'agent', scope: 'os/task', recorder: new CallRecorder((line) => lines.push(line)), ...context },
    blankReply,
  );
  // What is thrown is looked at by the test, later.
  reply.catch(() => {});
  return { server, reply, lines, calls: () => lines.filter((line) => line.kind === 'call') };
}
