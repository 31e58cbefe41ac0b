import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  ask,
  closeServers,
  type Kind,
  key,
  kinds,
  png,
  port,
  request,
  servers,
} from '../../../test/model/asked-models.ts';
import { startModelServer, type Turn } from '../../../test/model/servers/model-server.ts';
import { CallRecorder, type CallRecordLine } from './call-record.ts';
import { Cassette } from './cassette.ts';
import { CostMeter } from './cost-meter.ts';
import { blankReply, callModel } from './model.ts';
import { resolveModel } from './model-name.ts';
import type { ModelRates } from './model-rates.ts';
import { Redactor } from './redact.ts';
import { createWire } from './wire/create-wire.ts';

afterAll(closeServers);

// At once: what most of these do is wait.
describe.concurrent.each(kinds.map((kind) => [kind.name, kind] as const))('%s', (_, kind) => {
  const priced = kind.name !== 'compatible';

  it('a model call sends the request, reads the answer and counts tokens and cost', async () => {
    const modelPort = port();
    const { server, reply, calls } = await ask(kind, [{ say: 'Done: ```python\na()\n``` ✓' }], modelPort);
    expect(await reply).toMatchObject({
      text: 'Done: ```python\na()\n``` ✓',
      outcome: { kind: 'answered', end: 'complete' },
      usage: { inputTokens: 1000, outputTokens: 50 },
    });
    expect(server.requests).toHaveLength(1);
    // Two pictures went out, whole.
    expect(JSON.stringify(server.requests[0]?.body).split(png.toString('base64'))).toHaveLength(3);
    expect(calls()).toHaveLength(1);
    if (priced) expect(modelPort.meter.totalUsd).toBeGreaterThan(0);
    expect(JSON.stringify(calls())).not.toContain(key);
  });

  it('a model call survives rate limits, failures, hangs, resets and truncated answers, and records every attempt', async () => {
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

  it('a model call checks the rates that processes share before every attempt and reports its result to them', async () => {
    const events: unknown[] = [];
    const rates: ModelRates = {
      async admit(provider) {
        events.push(provider);
        return (tokens) => events.push(tokens);
      },
      tooMuch: (_, waitMs) => events.push(waitMs > 0 ? 'too much' : waitMs),
    };
    const turns: Turn[] = [{ fault: 'rate-limited' }, { fault: 'reset' }, { say: 'ok' }];
    const { reply } = await ask(kind, turns, port({ rates }));
    const { usage } = await reply;
    const provider = kind.model.split('@')[0];
    expect(events).toEqual([
      provider,
      'too much',
      provider,
      provider,
      (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    ]);
  });

  it('a model call waits as long as Retry-After demands', async () => {
    const { reply, calls } = await ask(kind, [{ fault: 'rate-limited', retryAfter: '1' }, { say: 'ok' }]);
    await reply;
    const [first, second] = calls();
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(1000);
    expect(first?.error?.retryInMs).toBeGreaterThanOrEqual(1000);
  });

  it('a model’s refusal is an outcome and is not retried', async () => {
    const { server, reply, calls } = await ask(kind, [{ fault: 'refusal' }, { say: 'no' }]);
    expect((await reply).outcome).toMatchObject({ kind: 'refused', message: expect.stringMatching(/./) });
    expect(server.requests).toHaveLength(1);
    expect(calls().map((call) => call.result)).toEqual(['refusal']);
  });

  it('an answer without content is an empty text', async () => {
    const { reply } = await ask(kind, [{ fault: 'empty' }]);
    expect(await reply).toMatchObject({ text: '', outcome: { kind: 'empty' } });
  });

  it('a context overflow and a wrong key are named and not retried', async () => {
    const overflow = await ask(kind, [{ fault: 'overflow' }]);
    await expect(overflow.reply).rejects.toMatchObject({ code: 'model-context-overflow', isRetryable: false });
    expect(overflow.server.requests).toHaveLength(1);
    const locked = await ask(kind, [{ fault: 'unauthorised' }]);
    await expect(locked.reply).rejects.toMatchObject({
      code: 'model-not-allowed',
      hint: expect.stringContaining('key'),
    });
  });

  it('a model call gives up after its last attempt and states how many it made', async () => {
    const { reply, server } = await ask(
      kind,
      [{ fault: 'failed' }],
      port({ retry: { attempts: 3, baseMs: 1, maximumMs: 2, totalMs: 5000 } }),
    );
    await expect(reply).rejects.toThrow(/tried 3 times/);
    expect(server.requests).toHaveLength(3);
  });
});

describe('the model port', () => {
  const openai = kinds[0] as Kind;

  it('the model port stops immediately at the abort signal', async () => {
    const stop = new AbortController();
    const { reply } = await ask(openai, [{ fault: 'hang' }], port({ timeoutMs: 60_000 }), { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(reply).rejects.toThrow('stopped');
  });

  it('a stopped attempt is recorded and frees its place for the next call, however many were stopped', async () => {
    const stopped = 8;
    const modelPort = port({ timeoutMs: 60_000, concurrency: stopped });
    const server = await startModelServer(openai.dialect, (_, n) =>
      n < stopped ? { fault: 'hang' } : { say: 'ninth' },
    );
    servers.push(server);
    const address = resolveModel(openai.model.replace('URL', server.url), {});
    const wire = createWire(address, key, { profile: 'osharm', environment: {} });
    const lines: CallRecordLine[] = [];
    const call = (ms: number) =>
      callModel(
        modelPort,
        address,
        wire,
        request,
        {
          role: 'agent',
          scope: 'os/task',
          recorder: new CallRecorder((line) => lines.push(line)),
          signal: AbortSignal.timeout(ms),
        },
        blankReply,
      );
    const first = await Promise.allSettled(Array.from({ length: stopped }, () => call(300)));
    expect(first.map((item) => item.status)).toEqual(Array(stopped).fill('rejected'));
    expect((await call(50_000)).text).toBe('ninth');
    const results = lines.flatMap((line) => (line.kind === 'call' ? [line.result] : []));
    expect(results).toEqual([...Array(stopped).fill('stopped'), 'ok']);
    expect(lines.find((line) => line.kind === 'call')).toMatchObject({
      error: { code: 'stopped', isRetryable: false, retryInMs: null },
      exchanges: [{ status: null }],
    });
  });

  it('the model port uses the given clock', async () => {
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

  it('the model port makes no call beyond --max-cost', async () => {
    const modelPort = port({ meter: new CostMeter(0.001) });
    await (await ask(openai, [{ say: 'one' }], modelPort)).reply;
    const second = await ask(openai, [{ say: 'two' }], modelPort);
    await expect(second.reply).rejects.toMatchObject({ code: 'max-cost-reached' });
    expect(second.server.requests).toHaveLength(0);
  });

  it('--max-cost includes what earlier commands spent', async () => {
    const meter = new CostMeter(5);
    meter.addEarlier(5);
    const { reply, server } = await ask(openai, [{ say: 'one' }], port({ meter }));
    await expect(reply).rejects.toMatchObject({ code: 'max-cost-reached' });
    expect(server.requests).toHaveLength(0);
  });

  it('the call record stores each large part once and finds screenshots by their bytes', async () => {
    const { reply, lines, calls } = await ask(openai, [{ say: 'x'.repeat(2000) }]);
    await reply;
    const parts = lines.filter((line) => line.kind === 'part');
    // The picture is small enough to stand in the line; the answer is not.
    expect(parts.map((part) => part.text)).toEqual(['x'.repeat(2000)]);
    expect(JSON.stringify(calls()[0]?.exchanges)).toContain(parts[0]?.sha256);
  });

  it('a recording replays without a server or a key and contains no secret', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cassette-'));
    try {
      const redactor = new Redactor([key]);
      const record = port({ cassette: new Cassette(folder, 'record', redactor), meter: new CostMeter() });
      const turns: Turn[] = [{ fault: 'failed' }, { say: `first ${key}` }, { say: 'second' }];
      const server = await startModelServer(openai.dialect, turns);
      servers.push(server);
      const address = resolveModel(openai.model.replace('URL', server.url), {});
      const wire = createWire(address, key, { profile: 'osharm', environment: {} });
      const context = { role: 'agent', scope: 'run-1', recorder: null };
      const statements = [
        (await callModel(record, address, wire, request, context, blankReply)).text,
        (await callModel(record, address, wire, request, context, blankReply)).text,
      ];
      expect(statements).toEqual([`first ${key}`, 'second']);
      await server.close();
      const files = await readdir(folder);
      expect(files).toHaveLength(2);
      for (const file of files) expect(await readFile(join(folder, file), 'utf8')).not.toContain(key);

      const replay = port({
        cassette: new Cassette(folder, 'replay', new Redactor([])),
        fetch: () => Promise.reject(new Error('no network')),
      });
      const bare = createWire(address, null, { profile: 'osharm', environment: {} });
      expect((await callModel(replay, address, bare, request, context, blankReply)).text).toBe('first [redacted]');
      expect((await callModel(replay, address, bare, request, context, blankReply)).text).toBe('second');
      const other = { ...request, temperature: 0 };
      await expect(callModel(replay, address, bare, other, context, blankReply)).rejects.toMatchObject({
        code: 'recording-miss',
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
