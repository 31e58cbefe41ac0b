import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NativeWorld } from '../../../../test/model/native-world.ts';
import { anthropicDialect } from '../../../../test/model/servers/anthropic-dialect.ts';
import { answers, type CloudServer, startCloudServer } from '../../../../test/model/servers/cloud-server.ts';
import { buildMessages } from '../../history.ts';
import { osharm1Prompts } from '../../prompts/osharm-1.ts';
import { createPort } from '../create-port.ts';
import type { ModelRequest } from '../messages.ts';
import { blankReply, callModel } from '../model.ts';
import { keyOf, resolveModel } from '../model-name.ts';
import { createWire } from './create-wire.ts';
import { checkReasoning, type Reasoning } from './reasoning.ts';

let server: CloudServer;
beforeEach(async () => {
  server = await startCloudServer();
});
afterEach(async () => {
  await server.close();
});
const key = 'sk-very-secret-0123';
const keys = {
  OPENAI_API_KEY: key,
  ANTHROPIC_API_KEY: key,
  GEMINI_API_KEY: key,
  OPENROUTER_API_KEY: key,
  ALIBABA_API_KEY: key,
  AWS_BEARER_TOKEN_BEDROCK: key,
  AWS_REGION: 'us-east-1',
};
const hello: ModelRequest = { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Look.' }] }], maxTokens: 500 };

async function ask(name: string, request: ModelRequest, reasoning?: Reasoning) {
  const port = createPort({ environment: keys });
  port.retry = { attempts: 1, baseMs: 1, maximumMs: 1, totalMs: 1000 };
  port.fetch = server.fetch;
  const address = resolveModel(name, keys);
  const wire = createWire(address, keyOf(address, keys), { profile: 'osharm', environment: keys, reasoning });
  const context = { role: 'agent', scope: 'os/t', recorder: null };
  const reply = await callModel(port, address, wire, request, context, blankReply);
  return { reply, body: server.requests.at(-1)?.body };
}

describe('--reasoning-effort and --thinking-budget', () => {
  it.each([
    ['openai:gpt-5.4', { effort: 'high' as const }, answers.chat, { reasoning_effort: 'high' }],
    ['vllm:org/m', { effort: 'low' as const }, answers.chat, { reasoning_effort: 'low' }],
    [
      'gemini-3.5-flash',
      { effort: 'low' as const },
      answers.gemini,
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
    ],
    [
      'gemini-2.5-pro',
      { budget: 512 },
      answers.gemini,
      { generationConfig: { thinkingConfig: { thinkingBudget: 512 } } },
    ],
    [
      'claude-sonnet-4-5',
      { budget: 2048 },
      answers.messages,
      { thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 2548 },
    ],
    ['claude-opus-5-5', { effort: 'medium' as const }, answers.messages, { output_config: { effort: 'medium' } }],
    [
      'bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0',
      { budget: 2048 },
      answers.converse,
      { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2048 } } },
    ],
    ['openrouter:org/m', { budget: 2048 }, answers.chat, { reasoning: { max_tokens: 2048 } }],
    ['alibaba:qwen3-max', { budget: 2048 }, answers.chat, { enable_thinking: true, thinking_budget: 2048 }],
  ])('the provider %s receives the reasoning setting %j in its own format', async (model, reasoning, answer, wire) => {
    server.next(answer('Yes.'));
    expect((await ask(model, hello, reasoning)).body).toMatchObject(wire);
  });

  it('the reasoning effort is left to the provider by default', async () => {
    server.next(answers.messages('Yes.'), answers.chat('Yes.'));
    expect((await ask('claude-opus-5-5', hello)).body).not.toHaveProperty('thinking');
    expect((await ask('openai:gpt-5.4', hello)).body).not.toHaveProperty('reasoning_effort');
  });

  it('a thinking budget is refused if the provider has none or an effort is set too', () => {
    expect(() => checkReasoning(resolveModel('vllm:m', {}), { budget: 1 })).toThrow(/no thinking budget/);
    expect(() => checkReasoning(resolveModel('claude-x', {}), { budget: 1, effort: 'low' })).toThrow(
      /can’t be combined/,
    );
  });
});

describe('prompt caching', () => {
  const view = { text: '', png: null, marks: [], scale: { x: 1, y: 1 }, size: null };
  const step = (n: number) => ({ view, response: `Step ${n}.` });
  const messages = (past: number, limit: number) =>
    buildMessages({
      prompts: osharm1Prompts,
      observationType: 'screenshot',
      system: 'You operate a desktop.',
      history: Array.from({ length: Math.min(past, Math.max(1, limit)) }, (_, n) => step(n)),
      window: Math.min(past, limit),
      limit,
      current: view,
    });
  const points = (past: number, limit: number) =>
    messages(past, limit).flatMap(({ isCachePoint }, at) => (isCachePoint === true ? [at] : []));

  it('cache breakpoints mark where the next request repeats this one, until the window slides', () => {
    expect(points(0, 3)).toEqual([0]);
    expect(points(1, 3)).toEqual([0, 2]);
    expect(points(2, 3)).toEqual([0, 4]);
    // The oldest step is left out of the next request: what would be kept now is never read.
    expect(points(3, 3)).toEqual([0]);
    expect(points(14, 15)).toEqual([0, 28]);
    expect(points(5, 0)).toEqual([0]);
  });

  it.each([
    ['claude-sonnet-4-5', answers.messages, { system: [{ cache_control: { type: 'ephemeral' } }] }, 2],
    [
      'bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0',
      answers.converse,
      { system: [{}, { cachePoint: { type: 'default' } }] },
      2,
    ],
    ['openrouter:anthropic/claude-sonnet-4.5', answers.chat, {}, 2],
    ['openai:gpt-4.1', answers.chat, {}, 0],
  ])('the provider %s receives a cache breakpoint in its own format', async (model, answer, wire, times) => {
    server.next(answer('Yes.'));
    const { body } = await ask(model, { messages: messages(1, 3), maxTokens: 500 });
    expect(body).toMatchObject(wire);
    expect(JSON.stringify(body).match(/"cache_control"|"cachePoint"/g) ?? []).toHaveLength(times);
  });

  it('cache reads, cache writes and the savings are counted', async () => {
    const usage = {
      input_tokens: 1000,
      output_tokens: 10,
      cache_read_input_tokens: 8000,
      cache_creation_input_tokens: 2000,
    };
    server.next({ ...answers.messages('Yes.'), usage });
    const { reply } = await ask('claude-opus-5-5', hello);
    expect(reply.usage).toEqual({
      inputTokens: 11_000,
      outputTokens: 10,
      cachedInputTokens: 8000,
      cacheWriteTokens: 2000,
    });
    // $4 in, $0.20 read, $5 written, $20 out, by the million.
    expect(reply.costUsd).toBeCloseTo((1000 * 4 + 8000 * 0.2 + 2000 * 5 + 10 * 20) / 1e6, 9);
    expect(reply.savedUsd).toBeCloseTo((8000 * 3.8 - 2000 * 1) / 1e6, 9);
  });
});

const world = new NativeWorld();
it('the conversation of a computer tool is cached up to the oldest picture that will be dropped', async () => {
  const click = { type: 'tool_use', name: 'computer', input: { action: 'left_click', coordinate: [1, 2] } };
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90, cache_creation_input_tokens: 0 };
  const message = (id: string) => ({
    answer: {
      status: 200,
      body: { ...answers.messages(''), content: [{ ...click, id }], stop_reason: 'tool_use', usage },
    },
  });
  const done = { answer: { status: 200, body: { ...answers.messages('Done.'), usage } } };
  const model = 'anthropic@URL/v1:claude-sonnet-4-6';
  const { tokens } = await world.run(
    anthropicDialect,
    model,
    [message('a'), message('b'), message('c'), done],
    ['--max-trajectory-length', '1'],
  );
  expect(tokens?.agent).toMatchObject({ inputTokens: 400, cachedInputTokens: 360, pricesOf: expect.any(String) });
  const marked = (n: number) =>
    (world.body(n).messages as object[]).flatMap((item, at) =>
      JSON.stringify(item).includes('cache_control') ? [at] : [],
    );
  // One past picture: the first request is whole in the second one; then the oldest picture goes with each.
  expect([0, 1, 2, 3].map(marked)).toEqual([[0], [], [1], [3]]);
});
