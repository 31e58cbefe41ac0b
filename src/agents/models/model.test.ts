import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anthropicDialect } from '../../../test/model/servers/anthropic-dialect.ts';
import type { Dialect } from '../../../test/model/servers/dialect.ts';
import { googleDialect } from '../../../test/model/servers/google-dialect.ts';
import { type ModelServer, startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../test/model/servers/openai-dialect.ts';
import { CallRecorder, type CallRecordLine } from './call-record.ts';
import { Cassette } from './cassette.ts';
import { CostMeter } from './cost-meter.ts';
import type { ModelRequest } from './messages.ts';
import { type CallContext, callModel, type ModelPort, portDefaults, refusedReply } from './model.ts';
import { resolveModel } from './model-name.ts';
import type { ModelRates } from './model-rates.ts';
import { priceOf, readPrices } from './prices.ts';
import { Redactor } from './redact.ts';
import { createWire } from './wire/create-wire.ts';

const key = 'sk-secret-0123456789';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const request: ModelRequest = {
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
const prices = readPrices();

const servers: ModelServer[] = [];
afterAll(async () => {
  for (const server of servers.splice(0)) await server.close();
});

function port(changes: Partial<ModelPort> = {}): ModelPort {
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

interface Kind {
  name: string;
  dialect: Dialect;
  model: string;
  path: string;
  protocol: 'osharm-1' | 'os-harm';
  stream?: boolean;
}
const kinds: Kind[] = [
  { name: 'OpenAI', dialect: openaiDialect, model: 'openai@URL/v1:gpt-4.1', path: '/v1', protocol: 'osharm-1' },
  {
    name: 'OpenAI, streamed',
    dialect: openaiDialect,
    model: 'openai@URL/v1:gpt-4.1',
    path: '/v1',
    protocol: 'osharm-1',
    stream: true,
  },
  {
    name: 'OpenAI, as OS-Harm',
    dialect: openaiDialect,
    model: 'openai@URL/v1:gpt-4.1',
    path: '/v1',
    protocol: 'os-harm',
  },
  { name: 'compatible', dialect: openaiDialect, model: 'vllm@URL/v1:some-model', path: '/v1', protocol: 'osharm-1' },
  {
    name: 'Anthropic',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    protocol: 'osharm-1',
  },
  {
    name: 'Anthropic, streamed',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    protocol: 'osharm-1',
    stream: true,
  },
  {
    name: 'Anthropic, as OS-Harm',
    dialect: anthropicDialect,
    model: 'anthropic@URL/v1:claude-3-7-sonnet-20250219',
    path: '/v1',
    protocol: 'os-harm',
  },
  {
    name: 'Google',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    protocol: 'osharm-1',
  },
  {
    name: 'Google, streamed',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    protocol: 'osharm-1',
    stream: true,
  },
  {
    name: 'Google, as OS-Harm',
    dialect: googleDialect,
    model: 'google@URL/v1beta:gemini-2.5-pro',
    path: '/v1beta',
    protocol: 'os-harm',
  },
];

async function ask(
  kind: Kind,
  turns: readonly Turn[],
  own: ModelPort = port(),
  context: Partial<CallContext> = {},
  asked = request,
) {
  const server = await startModelServer(kind.dialect, turns);
  servers.push(server);
  const lines: CallRecordLine[] = [];
  const address = resolveModel(kind.model.replace('URL', server.url), {});
  const reply = callModel(
    own,
    address,
    createWire(address, key, {
      protocol: kind.protocol,
      environment: {},
      ...(kind.stream === undefined ? {} : { stream: kind.stream }),
    }),
    asked,
    { role: 'agent', scope: 'os/task', recorder: new CallRecorder((line) => lines.push(line)), ...context },
    refusedReply,
  );
  // What is thrown is looked at by the test, later.
  reply.catch(() => {});
  return { server, reply, lines, calls: () => lines.filter((line) => line.kind === 'call') };
}

// At once: what most of these do is wait.
describe.concurrent.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const priced = kind.name !== 'compatible';

  it('asks, reads the answer, counts tokens and money', async () => {
    const own = port();
    const { server, reply, calls } = await ask(kind, [{ say: 'Done: ```python\na()\n``` ✓' }], own);
    expect(await reply).toMatchObject({
      text: 'Done: ```python\na()\n``` ✓',
      finish: 'stop',
      refusal: null,
      usage: { inputTokens: 1000, outputTokens: 50 },
    });
    expect(server.requests).toHaveLength(1);
    // Two pictures went out, whole.
    expect(JSON.stringify(server.requests[0]?.body).split(png.toString('base64'))).toHaveLength(3);
    expect(calls()).toHaveLength(1);
    if (priced) expect(own.meter.totalUsd).toBeGreaterThan(0);
    expect(JSON.stringify(calls())).not.toContain(key);
  });

  it('comes through rate limits, failures, hangs, resets and cut-off answers, every try recorded', async () => {
    const faults: Turn[] = [
      { fault: 'rate-limited' },
      { fault: 'failed' },
      { fault: 'truncated' },
      { fault: 'reset' },
      { fault: 'hang' },
      { say: 'at last' },
    ];
    const { reply, calls } = await ask(kind, faults, port({ timeoutMs: 4_000 }));
    expect((await reply).text).toBe('at last');
    expect(calls().map((call) => call.result)).toEqual([
      'model-rate-limited',
      kind.dialect.name === 'anthropic' ? 'model-overloaded' : 'model-server-error',
      'model-unreadable-reply',
      'model-unreachable',
      'model-timeout',
      'ok',
    ]);
    expect(calls().map((call) => call.try)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('asks the rates that processes share before every try, and tells them what came of it', async () => {
    const told: unknown[] = [];
    const rates: ModelRates = {
      async admit(provider) {
        told.push(provider);
        return (tokens) => told.push(tokens);
      },
      tooMuch: (_, waitMs) => told.push(waitMs > 0 ? 'too much' : waitMs),
    };
    const turns: Turn[] = [{ fault: 'rate-limited' }, { fault: 'reset' }, { say: 'ok' }];
    const { reply } = await ask(kind, turns, port({ rates }));
    const { usage } = await reply;
    const provider = kind.model.split('@')[0];
    expect(told).toEqual([provider, 'too much', provider, provider, usage.inputTokens + usage.outputTokens]);
  });

  it('waits as long as Retry-After says', async () => {
    const { reply, calls } = await ask(kind, [{ fault: 'rate-limited', retryAfter: '1' }, { say: 'ok' }]);
    await reply;
    const [first, second] = calls();
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(first?.error?.retryInMs).toBeGreaterThanOrEqual(1000);
  });

  it('gives a refusal back as an outcome, without a second try', async () => {
    const { server, reply, calls } = await ask(kind, [{ fault: 'refusal' }, { say: 'no' }]);
    expect(await reply).toMatchObject({ finish: 'refusal' });
    expect((await reply).refusal).toBeTruthy();
    expect(server.requests).toHaveLength(1);
    expect(calls().map((call) => call.result)).toEqual(['refusal']);
  });

  it('takes an answer without content as an empty text', async () => {
    const { reply } = await ask(kind, [{ fault: 'empty' }]);
    expect(await reply).toMatchObject({ text: '', refusal: null });
  });

  it('names an overflow and a wrong key, without a second try', async () => {
    const overflow = await ask(kind, [{ fault: 'overflow' }]);
    await expect(overflow.reply).rejects.toMatchObject({ code: 'model-context-overflow', isRetryable: false });
    expect(overflow.server.requests).toHaveLength(1);
    const locked = await ask(kind, [{ fault: 'unauthorised' }]);
    await expect(locked.reply).rejects.toMatchObject({
      code: 'model-not-allowed',
      hint: expect.stringContaining('key'),
    });
  });

  it('gives up after the tries that it has, saying how many', async () => {
    const { reply, server } = await ask(
      kind,
      [{ fault: 'failed' }],
      port({ retry: { attempts: 3, baseMs: 1, maximumMs: 2, totalMs: 5000 } }),
    );
    await expect(reply).rejects.toThrow(/tried 3 times/);
    expect(server.requests).toHaveLength(3);
  });
});

describe('the port', () => {
  const openai = kinds[0] as Kind;

  it('stops at once when it is told to', async () => {
    const stop = new AbortController();
    const { reply } = await ask(openai, [{ fault: 'hang' }], port({ timeoutMs: 60_000 }), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(reply).rejects.toThrow('stopped');
  });

  it('records the try that was stopped, and frees its place: after more of them than fit, the next call is answered', async () => {
    const stopped = 8;
    const own = port({ timeoutMs: 60_000, concurrency: stopped });
    const server = await startModelServer(openai.dialect, (_, n) =>
      n < stopped ? { fault: 'hang' } : { say: 'ninth' },
    );
    servers.push(server);
    const address = resolveModel(openai.model.replace('URL', server.url), {});
    const wire = createWire(address, key, { protocol: 'osharm-1', environment: {} });
    const lines: CallRecordLine[] = [];
    const call = (ms: number) =>
      callModel(
        own,
        address,
        wire,
        request,
        {
          role: 'agent',
          scope: 'os/task',
          recorder: new CallRecorder((line) => lines.push(line)),
          signal: AbortSignal.timeout(ms),
        },
        refusedReply,
      );
    const first = await Promise.allSettled(Array.from({ length: stopped }, () => call(300)));
    expect(first.map((one) => one.status)).toEqual(Array(stopped).fill('rejected'));
    expect((await call(50_000)).text).toBe('ninth');
    const results = lines.flatMap((line) => (line.kind === 'call' ? [line.result] : []));
    expect(results).toEqual([...Array(stopped).fill('stopped'), 'ok']);
    expect(lines.find((line) => line.kind === 'call')).toMatchObject({
      error: { code: 'stopped', isRetryable: false, retryInMs: null },
      exchanges: [{ status: null }],
    });
  });

  it('goes by the clock that it is given', async () => {
    let now = 1_000;
    const waited: number[] = [];
    const clock = {
      now: () => now,
      sleep: async (milliseconds: number) => {
        waited.push(milliseconds);
        now += milliseconds;
      },
    };
    const retry = { attempts: 6, baseMs: 100_000, maximumMs: 100_000, totalMs: 250_000 };
    const { reply, calls } = await ask(openai, [{ fault: 'failed' }], port({ clock, retry, random: () => 1 }));
    await expect(reply).rejects.toThrow(/tried 3 times/);
    expect(waited).toEqual([100_000, 100_000]);
    expect(calls().map((call) => call.time)).toEqual([1_000, 101_000, 201_000]);
  });

  it('makes no call beyond --max-cost', async () => {
    const own = port({ meter: new CostMeter(0.001) });
    await (await ask(openai, [{ say: 'one' }], own)).reply;
    const second = await ask(openai, [{ say: 'two' }], own);
    await expect(second.reply).rejects.toMatchObject({ code: 'max-cost-reached' });
    expect(second.server.requests).toHaveLength(0);
  });

  it('records each large part once and finds screenshots by their bytes', async () => {
    const { reply, lines, calls } = await ask(openai, [{ say: 'x'.repeat(2000) }]);
    await reply;
    const parts = lines.filter((line) => line.kind === 'part');
    // The picture is small enough to stand in the line; the answer is not.
    expect(parts.map((part) => part.text)).toEqual(['x'.repeat(2000)]);
    expect(JSON.stringify(calls()[0]?.exchanges)).toContain(parts[0]?.sha256);
  });

  it('replays a cassette without a server or a key, and keeps no secret in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cassette-'));
    try {
      const redactor = new Redactor([key]);
      const record = port({ cassette: new Cassette(folder, 'record', redactor), meter: new CostMeter() });
      const turns: Turn[] = [{ fault: 'failed' }, { say: `first ${key}` }, { say: 'second' }];
      const server = await startModelServer(openai.dialect, turns);
      servers.push(server);
      const address = resolveModel(openai.model.replace('URL', server.url), {});
      const wire = createWire(address, key, { protocol: 'osharm-1', environment: {} });
      const context = { role: 'agent', scope: 'run-1', recorder: null };
      const said = [
        (await callModel(record, address, wire, request, context, refusedReply)).text,
        (await callModel(record, address, wire, request, context, refusedReply)).text,
      ];
      expect(said).toEqual([`first ${key}`, 'second']);
      await server.close();
      const files = await readdir(folder);
      expect(files).toHaveLength(2);
      for (const file of files) expect(await readFile(join(folder, file), 'utf8')).not.toContain(key);

      const replay = port({
        cassette: new Cassette(folder, 'replay', new Redactor([])),
        fetch: () => Promise.reject(new Error('no network')),
      });
      const bare = createWire(address, null, { protocol: 'osharm-1', environment: {} });
      expect((await callModel(replay, address, bare, request, context, refusedReply)).text).toBe('first [redacted]');
      expect((await callModel(replay, address, bare, request, context, refusedReply)).text).toBe('second');
      const other = { ...request, temperature: 0 };
      await expect(callModel(replay, address, bare, other, context, refusedReply)).rejects.toMatchObject({
        code: 'cassette-miss',
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('the request of protocol os-harm', () => {
  const part = { type: 'text', text: 'Look.' };
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${png.toString('base64')}`, detail: 'high' },
  };

  it('is OS-Harm’s of OpenAI: parameters, parts and their order; o… models are sent none', async () => {
    const kind = kinds[2] as Kind;
    const { server, reply } = await ask(kind, [{ say: 'x' }]);
    await reply;
    const body = server.requests[0]?.body as { messages: { content: unknown }[] };
    expect(Object.keys(body)).toEqual(['model', 'messages', 'max_tokens', 'top_p', 'temperature']);
    expect(body.messages[1]).toEqual({ role: 'user', content: [part, image] });
    expect(body.messages[0]?.content).toEqual([{ type: 'text', text: 'You are at a desktop.' }]);
    const reasoning = await ask({ ...kind, model: 'openai@URL/v1:o4-mini' }, [{ say: 'x' }]);
    await reasoning.reply;
    expect(Object.keys(reasoning.server.requests[0]?.body ?? {})).toEqual(['model', 'messages']);
    for (const [model, sent] of [
      ['openrouter@URL/v1:openai/gpt-4.1', true],
      ['openrouter@URL/v1:openai/o3', false],
      ['ollama@URL/v1:orca-mini:3b', true],
    ] as const) {
      const elsewhere = await ask({ ...kind, model }, [{ say: 'x' }]);
      await elsewhere.reply;
      expect('temperature' in (elsewhere.server.requests[0]?.body ?? {}), model).toBe(sent);
    }
  });

  it('is OS-Harm’s of Anthropic: the system text first in the first turn, both parameters', async () => {
    const { server, reply } = await ask(kinds[6] as Kind, [{ say: 'x' }]);
    await reply;
    const { body, headers } = server.requests[0] as { body: Record<string, unknown>; headers: Record<string, unknown> };
    expect(body).toMatchObject({ temperature: 1, top_p: 0.9, max_tokens: 1500 });
    expect(body).not.toHaveProperty('system');
    expect(
      (body.messages as { content: { type: string; text?: string }[] }[])[0]?.content.map(
        (one) => one.text ?? one.type,
      ),
    ).toEqual(['You are at a desktop.', 'Look.', 'image']);
    expect(headers['anthropic-version']).toBe('2023-06-01');
  });

  it('is OS-Harm’s of Gemini: system instruction, picture before text, no limit, nothing blocked', async () => {
    const { server, reply } = await ask(kinds[9] as Kind, [{ say: 'x' }]);
    await reply;
    const body = server.requests[0]?.body as {
      contents: { parts: object[] }[];
      generationConfig: object;
      safetySettings: { threshold: string }[];
    };
    expect(body.contents[0]?.parts.map((one) => Object.keys(one)[0])).toEqual(['inlineData', 'text']);
    expect(body.generationConfig).toEqual({ candidateCount: 1, topP: 0.9, temperature: 1 });
    expect(body.safetySettings.map((one) => one.threshold)).toEqual([
      'BLOCK_NONE',
      'BLOCK_NONE',
      'BLOCK_NONE',
      'BLOCK_NONE',
    ]);
  });

  it('is text alone for mistral and llama3-70b, which refuse pictures', async () => {
    const kind = { ...(kinds[2] as Kind), model: 'together@URL/v1:mistralai/Mixtral-8x22B' };
    const text = {
      ...request,
      messages: request.messages.map(({ role, parts }) => ({ role, parts: parts.slice(0, 1) })),
    };
    const { server, reply } = await ask(kind, [{ say: 'x' }], port(), {}, text);
    await reply;
    const sent = server.requests[0]?.body.messages as { content: unknown }[];
    expect(sent[1]?.content).toBe('Look.');
    const pictures = await ask(kind, [{ say: 'x' }]);
    await expect(pictures.reply).rejects.toMatchObject({ code: 'model-text-only' });
  });
});
