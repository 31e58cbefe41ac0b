import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer, type Turn } from '../../../../test/model/servers/model-server.ts';
import { openaiDialect } from '../../../../test/model/servers/openai-dialect.ts';
import { Cassette } from '../cassette.ts';
import { CostMeter } from '../cost-meter.ts';
import { gateOf } from '../gate.ts';
import { blankReply, callModel, type ModelPort, portDefaults } from '../model.ts';
import { resolveModel } from '../model-name.ts';
import { Redactor } from '../redact.ts';
import { createWire } from './create-wire.ts';

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const price = { input: 1, output: 1 };
const request = { messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'x'.repeat(4000) }] }] };

async function asking(turns: Turn[], changes: Partial<ModelPort> = {}) {
  const server = await startModelServer(openaiDialect, turns);
  servers.push(server);
  const port: ModelPort = {
    ...portDefaults,
    prices: () => price,
    meter: new CostMeter(),
    redactor: new Redactor([]),
    cassette: null,
    retry: { attempts: 4, baseMs: 1, maximumMs: 5, totalMs: 20_000 },
    timeoutMs: 10_000,
    ...changes,
  };
  const address = resolveModel(`vllm@${server.url}/v1:m`, {});
  const context = { role: 'agent', scope: 'os/t', recorder: null };
  const wire = createWire(address, null, { profile: 'osharm', environment: {} });
  return { server, port, address, ask: () => callModel(port, address, wire, request, context, blankReply) };
}
const failing = (status: number, body: unknown): Turn[] => [{ answer: { status, body } }];
const openai = (message: string, more: object = {}) => ({
  error: { message, type: 'BadRequestError', code: 400, ...more },
});

describe('context overflow as reported by providers', () => {
  // As public code quotes them; of these only llama.cpp's was seen on a real server.
  it.each([
    [
      'llama.cpp',
      400,
      openai('the request exceeds the available context size, try increasing it', {
        type: 'exceed_context_size_error',
        n_prompt_tokens: 5006,
        n_ctx: 4096,
      }),
    ],
    [
      'llama.cpp, newer',
      400,
      openai('request (5006 tokens) exceeds the available context size (4096 tokens), try increasing it'),
    ],
    ['llama-cpp-python', 400, openai('Requested tokens (5006) exceed context window of 4096')],
    [
      'vLLM',
      400,
      openai(
        "This model's maximum context length is 4096 tokens. However, you requested 5006 tokens in the messages, Please reduce the length of the messages.",
      ),
    ],
    [
      'vLLM, pictures counted',
      400,
      openai('The decoder prompt (length 5006) is longer than the maximum model length of 4096.'),
    ],
    [
      'SGLang',
      400,
      {
        object: 'error',
        message: "The input (5006 tokens) is longer than the model's context length (4096 tokens).",
        code: 400,
      },
    ],
    [
      'TGI',
      422,
      {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5006 `inputs` tokens and 1500 `max_new_tokens`',
        error_type: 'validation',
      },
    ],
    [
      'TGI, inputs alone',
      422,
      {
        error: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5006',
        error_type: 'validation',
      },
    ],
    [
      'Together',
      422,
      openai(
        'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 500 `max_new_tokens`',
      ),
    ],
    ['DashScope', 400, openai('<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]')],
    [
      'LM Studio',
      400,
      {
        error:
          'Trying to keep the first 5006 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      },
    ],
    [
      'LM Studio, in the middle',
      400,
      {
        error:
          'Reached context length of 4096 tokens with this model, but this model does not currently support mid-generation context overflow.',
      },
    ],
    [
      'Mistral',
      400,
      {
        object: 'error',
        message:
          'Prompt contains 40006 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      },
    ],
    ['Fireworks', 400, openai('The prompt is too long: 5006, model maximum context length: 4095')],
    [
      'xAI',
      400,
      {
        code: 'Client specified an invalid argument',
        error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      },
    ],
    ['Moonshot', 400, openai('Invalid request: Your request exceeded model token limit: 8192')],
    ['Bedrock', 400, { message: 'Input is too long for requested model.' }],
    [
      'vLLM, reply counted',
      400,
      openai(
        "You passed 12289 input tokens and requested 4096 output tokens. However, the model's context length is only 16384 tokens, resulting in a maximum input length of 12288 tokens. Please reduce the length of the input prompt.",
      ),
    ],
    [
      'SGLang, newer',
      400,
      openai(
        'Input length (5006 tokens) exceeds the maximum allowed length (4096 tokens). Use a shorter input or enable --allow-auto-truncate.',
      ),
    ],
    [
      'LM Studio, at the beginning',
      400,
      { error: 'The number of tokens to keep from the initial prompt is greater than the context length.' },
    ],
    ['LM Studio, newer', 400, { error: 'Context size has been exceeded.' }],
    ['Ollama', 400, openai('the input length exceeds the context length')],
    ['MiniMax', 400, openai('invalid params, context window exceeds limit')],
    ['Z.ai', 400, openai('model_context_window_exceeded')],
    [
      'OpenAI',
      400,
      openai('Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 50917 tokens.'),
    ],
    ['GitHub', 400, openai('prompt token count of 200000 exceeds the limit of 128000')],
    [
      'OpenAI’s Responses',
      400,
      openai('Your input exceeds the context window of this model. Please adjust your input and try again.'),
    ],
  ])('a context overflow is recognised from %s', async (_, status, body) => {
    const { ask, server } = await asking(failing(status, body));
    await expect(ask()).rejects.toMatchObject({ code: 'model-context-overflow', blame: 'model' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('servers that can’t read pictures', () => {
  it.each([
    [
      'llama.cpp',
      500,
      openai('image input is not supported - hint: if this is unexpected, you may need to provide the mmproj', {
        code: 500,
        type: 'server_error',
      }),
    ],
    ['vLLM', 400, openai('At most 0 image(s) may be provided in one prompt.')],
    ['Ollama', 500, openai('Failed to create new sequence: this model is missing data required for image input')],
    [
      'DeepSeek',
      422,
      openai(
        'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text`',
      ),
    ],
    ['OpenRouter', 404, openai('No endpoints found that support image input')],
    ['a gateway', 400, openai('Image input is not supported for this model')],
    ['Zhipu', 400, openai("messages.content.type is invalid, allowed values: ['text']")],
    ['llama.cpp, of a file', 400, openai('Failed to load image or audio file')],
  ])(
    'a server that rejects pictures is called once, and the error names an observation without pictures: %s',
    async (_, status, body) => {
      const { ask, server } = await asking(failing(status, body));
      await expect(ask()).rejects.toMatchObject({
        code: 'model-no-pictures',
        isRetryable: false,
        hint: expect.stringContaining('--observation-type a11y_tree'),
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('another failure is not mistaken for a rejection of pictures', async () => {
    const { ask, server } = await asking(failing(500, openai('slot unavailable', { code: 500 })));
    await expect(ask()).rejects.toMatchObject({ code: 'model-server-error' });
    expect(server.requests).toHaveLength(4);
  });
});

describe('servers that are too slow', () => {
  // What is loaded at the first call would count as the server's time.
  beforeAll(async () => {
    await (await asking([{ say: 'loaded' }])).ask();
  });

  it('a slow server gets fewer concurrent calls, like one that answers 429', async () => {
    const { ask, address } = await asking([{ fault: 'hang' }, { say: 'at last' }], { timeoutMs: 1_500 });
    const gate = gateOf(`vllm ${new URL(address.baseUrl).host} ${address.model}`);
    const reply = await ask();
    expect(reply.text).toBe('at last');
    expect(gate.limit).toBe(4);
  });

  it('the timed-out calls of a slow server have unknown tokens: cost is unknown but counts against --max-cost', async () => {
    const meter = new CostMeter(1);
    const { ask } = await asking([{ fault: 'hang' }, { fault: 'hang' }, { say: 'at last' }], {
      meter,
      timeoutMs: 1_500,
    });
    const reply = await ask();
    expect(reply).toMatchObject({ costUsd: null, usage: { inputTokens: 1000, outputTokens: 50 } });
    const [line] = meter.lines().values();
    expect(line).toMatchObject({ calls: 1, unmetered: 2, costUsd: null });
    // About 1,000 tokens in and 1,000 out for each of the two, at a dollar a million, beside the 1,050 that were counted.
    expect(meter.totalUsd * 1e6).toBeGreaterThan(2 * 2000 + 1000);
    expect(meter.totalUsd * 1e6).toBeLessThan(2 * 2100 + 1100);
  });

  it('the calls of a slow server replay from a recording without delay', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cassette-'));
    try {
      const turns: Turn[] = [
        { fault: 'hang' },
        { fault: 'reset' },
        { say: 'first' },
        { fault: 'hang' },
        { say: 'second' },
      ];
      const recorded = await asking(turns, {
        cassette: new Cassette(folder, 'record', new Redactor([])),
        timeoutMs: 1_500,
      });
      expect([(await recorded.ask()).text, (await recorded.ask()).text]).toEqual(['first', 'second']);
      recorded.port.cassette = new Cassette(folder, 'replay', new Redactor([]));
      recorded.port.fetch = () => Promise.reject(new Error('no network'));
      expect([(await recorded.ask()).text, (await recorded.ask()).text]).toEqual(['first', 'second']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
