import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { createPort } from '../models/create-port.ts';
import { listedModels } from '../models/listed-prices.ts';
import { resolveModel } from '../models/model-name.ts';
import { checkModel, checkupLimits, priceOfChecks } from './checkup.ts';
import type { CheckupFinding } from './checkup-context.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** How a planted provider differs from one without faults. */
interface Habits {
  point?: readonly [number, number];
  click?: readonly [number, number];
  answeredBy?: string;
  delayMs?: number;
  hasUsage?: boolean;
  /** Answers in place of the honest one; undefined: the honest one. */
  instead?(body: Body, response: ServerResponse): boolean;
}
type Body = Record<string, unknown> & { model?: string };

const numbers = (to: number) => Array.from({ length: to }, (_, at) => at + 1).join(' ');

/** Anthropic's messages: the honest answers to every check, but for the habits. */
async function startAnthropic(habits: Habits): Promise<string> {
  server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Body;
    await sleep(habits.delayMs ?? 0);
    if (habits.instead?.(body, response) === true) return;
    send(response, 200, answerTo(body, habits));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function answerTo(body: Body, habits: Habits): unknown {
  const text = JSON.stringify(body);
  const [x, y] = habits.point ?? [1040, 220];
  const isLimited = body.max_tokens === 16;
  const say = (words: string, stop = 'end_turn') => message(body, habits, [{ type: 'text', text: words }], stop);
  if (text.includes('Click the middle')) {
    const input = { action: 'left_click', coordinate: habits.click ?? [1040, 220] };
    return message(body, habits, [{ type: 'tool_use', id: 't1', name: 'computer', input }], 'tool_use');
  }
  if (text.includes('whole numbers')) return isLimited ? say(numbers(5), 'max_tokens') : say(numbers(120));
  if (text.includes('Line 1')) return say(`4718\n(${x}, ${y})`);
  if (text.includes('capital of Peru')) return say('BLUEBIRD');
  return say('ready');
}

function message(body: Body, { answeredBy, hasUsage }: Habits, content: unknown[], stop: string | null): unknown {
  return {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: answeredBy ?? body.model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: hasUsage === false ? undefined : { input_tokens: 1200, output_tokens: 20, cache_read_input_tokens: 1100 },
  };
}

async function checkupOf(habits: Habits, limits = checkupLimits) {
  const url = await startAnthropic(habits);
  const address = resolveModel(`anthropic@${url}:claude-sonnet-4-5`, {});
  const port = createPort({ environment: {} });
  return checkModel({ address, key: 'k', port, environment: {}, signal: AbortSignal.timeout(100_000) }, limits);
}

const faults = (findings: readonly CheckupFinding[]) => findings.filter(({ state }) => state === 'fault');
const replaced =
  (isIt: (body: Body) => boolean, status: number, answer: (body: Body) => unknown) =>
  (body: Body, response: ServerResponse): boolean => {
    if (!isIt(body)) return false;
    send(response, status, answer(body));
    return true;
  };
const has = (words: string) => (body: Body) => JSON.stringify(body).includes(words);

it('the checkup finds no fault in a correct provider, in few calls', async () => {
  const checkup = await checkupOf({});
  expect(faults(checkup.findings)).toEqual([]);
  expect(checkup.flags).toEqual([]);
  expect(checkup.calls).toBeLessThanOrEqual(checkupLimits.calls);
  expect(checkup.costUsd).toBeLessThan(checkupLimits.usd);
  expect(checkup.findings.map(({ check }) => check)).toEqual([
    'text',
    'system prompt',
    'reasoning',
    'pictures',
    'coordinates in text',
    'computer tool',
    'long answer',
    'output limit',
    'parallel calls',
    'caching',
    'speed',
    'price and context',
  ]);
});

it('the checkup ends within its minute if every answer takes 3 s, even one after another', async () => {
  const checkup = await checkupOf({});
  expect(checkup.calls * 3_000).toBeLessThan(checkupLimits.milliseconds);
});

it('the checkup plans at most $0.05 for every model of the price table', () => {
  const port = createPort({ environment: {} });
  const providers = ['openai', 'anthropic', 'google', 'openrouter', 'mistral', 'groq', 'together', 'deepseek'];
  const names = providers.flatMap((provider) => listedModels(provider).map((model) => `${provider}:${model}`));
  expect(names.length).toBeGreaterThan(100);
  for (const name of names) {
    const { usd } = priceOfChecks({ port, address: resolveModel(name, {}) });
    expect(usd ?? 0, name).toBeLessThanOrEqual(checkupLimits.usd);
  }
});

describe('planted faults of a provider', () => {
  const planted: [string, Habits, string, RegExp, RegExp][] = [
    [
      'a grid of 1,000',
      { point: [812, 275] },
      'coordinates in text',
      /grid from 0 to 1000/,
      /--observation-type|--agent/,
    ],
    ['swapped axes', { click: [220, 1040] }, 'clicks of', /swapped axes/, /--observation-type a11y_tree/],
    [
      'no pictures',
      {
        instead: replaced(has('"image"'), 400, () => ({
          type: 'error',
          error: { type: 'invalid_request_error', message: 'This model does not support image input.' },
        })),
      },
      'pictures',
      /can’t read pictures/,
      /--observation-type a11y_tree/,
    ],
    [
      'no tool',
      {
        instead: replaced(has('Click the middle'), 400, () => ({
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'tools.0: the computer tool is not supported by this model',
          },
        })),
      },
      'computer tool',
      /can’t be used/,
      /--agent prompt/,
    ],
    ['another model answers', { answeredBy: 'claude-haiku-4-5' }, 'model', /another model answered/, /--model/],
    [
      'reasoning that uses up the limit',
      {
        instead: replaced(has('capital of Peru'), 200, (body) =>
          message(body, {}, [{ type: 'thinking', thinking: 'Hm.', signature: 's' }], 'max_tokens'),
        ),
      },
      'text',
      /used up the output limit/,
      /--max-tokens/,
    ],
    [
      'a refusal with 403',
      {
        instead: replaced(has('capital of Peru'), 403, () => ({
          type: 'error',
          error: { type: 'permission_error', message: 'The request was blocked by our content filter.' },
        })),
      },
      'text',
      /refused by the provider/,
      /content filter/,
    ],
    ['no usage', { hasUsage: false }, 'usage', /no token counts/, /--max-cost/],
    [
      'cut replies',
      {
        instead: replaced(
          (body) => has('whole numbers')(body) && body.max_tokens !== 16,
          200,
          (body) => message(body, {}, [{ type: 'text', text: numbers(60) }], 'end_turn'),
        ),
      },
      'long answer',
      /cut off after .* reported as complete/,
      /--max-tokens/,
    ],
    [
      'a wrong stop reason',
      {
        instead: replaced(
          (body) => has('whole numbers')(body) && body.max_tokens === 16,
          200,
          (body) => message(body, {}, [{ type: 'text', text: numbers(5) }], 'end_turn'),
        ),
      },
      'output limit',
      /reported as complete/,
      /--max-tokens/,
    ],
    [
      'an old version of the interface',
      {
        instead: replaced(has('"system"'), 400, () => ({
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message: 'system: extra inputs are not permitted in this API version',
          },
        })),
      },
      'text',
      /API version/,
      /ANTHROPIC_BASE_URL/,
    ],
  ];
  it.each(planted)(
    'the checkup names a planted fault in one line, with the flag that helps: %s',
    async (_, habits, check, detail, flag) => {
      const found = faults((await checkupOf(habits)).findings).filter((finding) => finding.check.startsWith(check));
      expect(found).toEqual([
        expect.objectContaining({ detail: expect.stringMatching(detail), flag: expect.stringMatching(flag) }),
      ]);
      expect(found[0]?.detail).not.toMatch(/\n/);
    },
  );
});

it('the checkup names a slow provider and ends at its limit whatever the provider does', async () => {
  const limits = { ...checkupLimits, milliseconds: 3_000, slowMs: 500 };
  const checkup = await checkupOf({ delayMs: 900 }, limits);
  expect(faults(checkup.findings)).toContainEqual(
    expect.objectContaining({ check: 'speed', flag: '--timeout 600', detail: expect.stringMatching(/^slow/) }),
  );
  expect(checkup.durationMs).toBeLessThan(limits.milliseconds + 3_000);
  expect(checkup.findings.filter(({ state }) => state === 'skipped').length).toBeGreaterThan(0);
});
