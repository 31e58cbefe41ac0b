import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyOf, modelProviderNames, resolveModel } from './model-name.ts';
import { costOf, priceOf, readPrices } from './prices.ts';
import { Redactor, secretsOf } from './redact.ts';
import { retryAfterMs, retryDelayMs } from './retry.ts';

describe('model names', () => {
  it.each([
    ['gpt-4.1', 'openai', 'gpt-4.1'],
    ['o4-mini', 'openai', 'o4-mini'],
    ['claude-3-7-sonnet-20250219', 'anthropic', 'claude-3-7-sonnet-20250219'],
    ['gemini-2.5-pro', 'google', 'gemini-2.5-pro'],
    ['mistral-large', 'together', 'mistral-large'],
    ['llama3-70b', 'groq', 'llama3-70b-8192'],
    ['qwen-vl-max', 'dashscope', 'qwen-vl-max'],
    ['openai:gpt-4.1', 'openai', 'gpt-4.1'],
    ['ollama:llama3.2:3b', 'ollama', 'llama3.2:3b'],
    ['openrouter:org/model', 'openrouter', 'org/model'],
    ['vllm@http://host:9/v1:org/model', 'vllm', 'org/model'],
    ['vllm:/models/llama', 'vllm', '/models/llama'],
  ])('the model name %s means the provider %s', (name, provider, model) => {
    expect(resolveModel(name, {})).toMatchObject({ name, provider, model });
  });
  it.each([
    ['openai/gpt-4.1', 'openai:gpt-4.1'],
    ['openrouter/openai/gpt-4.1', 'openrouter:openai/gpt-4.1'],
    ['anthropic/claude-sonnet-4-5', 'anthropic:claude-sonnet-4-5'],
  ])('the model name %s, with a slash after its provider, is refused with its right spelling', (name, right) => {
    const refusal = expect.objectContaining({ code: 'model-unknown', hint: `Did you mean "${right}"?` });
    expect(() => resolveModel(name, {})).toThrow(refusal);
  });
  it('a model’s address comes from the environment or from its name', () => {
    expect(resolveModel('openai:x', { OPENAI_BASE_URL: 'http://proxy/v1/' }).baseUrl).toBe('http://proxy/v1');
    expect(resolveModel('vllm@http://host:9/v1:m', { VLLM_BASE_URL: 'http://other' }).baseUrl).toBe('http://host:9/v1');
    expect(() => resolveModel('compatible:m', {})).toThrow(/needs an address/);
  });
  it.each([
    ['vllm@http://user:secret@host:8000/v1:m', {}],
    ['openai:m', { OPENAI_BASE_URL: 'https://user:secret@host/v1' }],
  ])('an address that contains a password is refused without repeating it: %s', (name, environment) => {
    const resolve = (): unknown => resolveModel(name, environment as NodeJS.ProcessEnv);
    expect(resolve).toThrow(expect.objectContaining({ code: 'model-address-password' }));
    expect(resolve).toThrow(expect.not.objectContaining({ message: expect.stringContaining('secret') }));
  });

  it.each([...modelProviderNames])('the address of %s comes from PROVIDER_BASE_URL', (provider) => {
    const environment = { [`${provider.toUpperCase()}_BASE_URL`]: 'http://proxy/path/' };
    expect(resolveModel(`${provider}:m`, environment).baseUrl).toBe('http://proxy/path');
  });
  it.each([
    ['claude-x', { ANTHROPIC_BASE_URL: 'https://api.anthropic.com/' }, 'https://api.anthropic.com/v1'],
    ['claude-x', { ANTHROPIC_BASE_URL: 'https://proxy/anthropic' }, 'https://proxy/anthropic'],
    ['ollama:m', { OLLAMA_BASE_URL: 'http://host:11434' }, 'http://host:11434/v1'],
    ['ollama@http://host:11434:m:7b', {}, 'http://host:11434/v1'],
    ['ollama:m', { OLLAMA_HOST: '0.0.0.0' }, 'http://127.0.0.1:11434/v1'],
    ['ollama:m', { OLLAMA_HOST: 'host:1' }, 'http://host:1/v1'],
    ['ollama:m', { OLLAMA_HOST: 'https://ollama.example' }, 'https://ollama.example:443/v1'],
    ['llamacpp:m', { LLAMA_ARG_PORT: '9001' }, 'http://127.0.0.1:9001/v1'],
    ['sglang:m', {}, 'http://127.0.0.1:30000/v1'],
    ['lmstudio:m', {}, 'http://127.0.0.1:1234/v1'],
    ['bedrock:m', { AWS_REGION: 'eu-west-1' }, 'https://bedrock-runtime.eu-west-1.amazonaws.com'],
    ['bedrock:m', { AWS_REGION: 'cn-north-1' }, 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn'],
    ['azure:m', { AZURE_RESOURCE_NAME: 'ours' }, 'https://ours.openai.azure.com/openai'],
    ['azure:m', { AZURE_OPENAI_ENDPOINT: 'https://x.example/' }, 'https://x.example/openai'],
    ['compatible:m', { OSHARM_BASE_URL: 'http://host:1' }, 'http://host:1'],
    ['gemini-x', { GOOGLE_BASE_URL: 'https://proxy/' }, 'https://proxy/v1beta'],
    ['gemini-x', { GOOGLE_GEMINI_BASE_URL: 'https://proxy' }, 'https://proxy/v1beta'],
    ['gemini-x', { GOOGLE_GENERATIVE_AI_BASE_URL: 'https://proxy/v1' }, 'https://proxy/v1'],
    ['gemini-x', { GOOGLE_BASE_URL: '', GOOGLE_GEMINI_BASE_URL: 'https://proxy/v1' }, 'https://proxy/v1'],
  ])('the model %s with %j is called at %s: a bare host gets the provider’s path', (name, environment, url) => {
    expect(resolveModel(name, environment).baseUrl).toBe(url);
  });
  it.each([
    ['ollama@http://host:11434/v1:llama3.2:3b', 'http://host:11434/v1', 'llama3.2:3b'],
    ['compatible@https://host/v1/:org/model:free', 'https://host/v1', 'org/model:free'],
    ['vllm@http://host:8000:qwen2.5:7b', 'http://host:8000/v1', 'qwen2.5:7b'],
    ['vllm@http://host:8000/v1:/models/llama', 'http://host:8000/v1', '/models/llama'],
    ['vllm@http://[::1]:8000/v1:m:1', 'http://[::1]:8000/v1', 'm:1'],
    ['openai@http://host:m', 'http://host', 'm'],
  ])('the address in the model name %s ends before the model, which may contain colons', (name, baseUrl, model) => {
    expect(resolveModel(name, {})).toMatchObject({ name, baseUrl, model });
  });
  it.each([
    ['gemini/gemini-2.5-pro', 'google:gemini-2.5-pro'],
    ['hosted_vllm/org/model', 'vllm:org/model'],
    ['bedrock/anthropic.claude-v1:0', 'bedrock:anthropic.claude-v1:0'],
    ['qwen/qwen2.5-vl-72b-instruct', 'openrouter:qwen/qwen2.5-vl-72b-instruct'],
  ])('the name %s, as other tools write it, is refused with a proposal: %s', (name, proposed) => {
    const hint = expect.stringContaining(proposed);
    expect(() => resolveModel(name, {})).toThrow(expect.objectContaining({ code: 'model-unknown', hint }));
  });
  it('a model of Together keeps its slash', () => {
    const model = 'mistralai/Mixtral-8x7B-Instruct-v0.1';
    expect(resolveModel(model, {})).toMatchObject({ provider: 'together', model });
  });
  it('an unknown provider and a missing key are refused', () => {
    expect(() => resolveModel('THUDM/cogagent', {})).toThrow(/no provider/);
    expect(() => resolveModel('nowhere:m', {})).toThrow(/no provider/);
    expect(() => resolveModel('constructor:m', {})).toThrow(/no provider/);
    expect(() => resolveModel('openai:', {})).toThrow('"openai:" names a provider but no model.');
    expect(() => resolveModel('groq', {})).toThrow(/no model/);
    expect(() => resolveModel('vllm@http://host:8000/v1', {})).toThrow(/no model/);
    const model = resolveModel('google:m', {});
    expect(() => keyOf(model, {})).toThrow(/needs a key/);
    expect(keyOf(model, { GENAI_API_KEY: 'k' })).toBe('k');
    expect(keyOf(resolveModel('ollama:m', {}), {})).toBeNull();
  });
});

describe('prices of models', () => {
  const table = readPrices();
  it('a price has a date and applies to dated model names', () => {
    expect(table.date).toMatch(/^\d{4}-\d{2}-\d{2} \(genai-prices\)$/);
    expect(priceOf(table, 'openai', 'gpt-4.1')).toMatchObject({ input: 2, output: 8 });
    expect(priceOf(table, 'openai', 'gpt-4.1-mini-2025-04-14')).toMatchObject({ input: 0.4 });
    expect(priceOf(table, 'openai', 'gpt-9')).toBeNull();
  });
  it('cached tokens have their own price', () => {
    const usage = { inputTokens: 1_000_000, outputTokens: 500_000, cachedInputTokens: 400_000 };
    expect(costOf({ input: 2, output: 8, cachedInput: 0.5 }, usage)).toBeCloseTo(1.2 + 0.2 + 4);
  });
  it('an invalid price file is refused with its fault named', () => {
    expect(() => readPrices('/nowhere.json')).toThrow(
      "The price table /nowhere.json can't be read: there is no such file",
    );
    const folder = mkdtempSync(join(tmpdir(), 'prices-'));
    const file = join(folder, 'prices.json');
    writeFileSync(file, JSON.stringify({ date: '2026-01', models: { 'openai:x': { input: 'two', output: 8 } } }));
    expect(() => readPrices(file)).toThrow(/can't be read: models\.openai:x\.input: Invalid input/);
    rmSync(folder, { recursive: true });
  });
});

describe('redaction of secrets', () => {
  it('secrets are redacted in every encoding', () => {
    const redactor = new Redactor(['ab"cd/efgh', 'short', undefined]);
    expect(redactor.text('x ab"cd/efgh y ab%22cd%2Fefgh short')).toBe('x [redacted] y [redacted] short');
    expect(redactor.value({ a: ['ab"cd/efgh'] })).toEqual({ a: ['[redacted]'] });
  });
  it('secrets are recognised by the names of their variables', () => {
    const environment = { OPENAI_API_KEY: 'sk-12345678', HOME: '/home/somebody', GITHUB_TOKEN: 'ghp_12345678' };
    expect(secretsOf(environment)).toEqual(['sk-12345678', 'ghp_12345678']);
  });
});

describe('delay before a retry', () => {
  const policy = { attempts: 5, baseMs: 100, maximumMs: 1000, totalMs: 10_000 };
  it('the retry delay grows, is jittered and stays below its maximum', () => {
    expect(retryDelayMs(policy, 1, null, () => 0)).toBe(50);
    expect(retryDelayMs(policy, 1, null, () => 1)).toBe(100);
    expect(retryDelayMs(policy, 9, null, () => 1)).toBe(1000);
    expect(retryDelayMs(policy, 1, 3000, () => 0)).toBe(3000);
  });
  it('Retry-After is read as seconds, milliseconds and dates', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    expect(retryAfterMs(new Headers({ 'retry-after': '2' }), now)).toBe(2000);
    expect(retryAfterMs(new Headers({ 'retry-after-ms': '150' }), now)).toBe(150);
    expect(retryAfterMs(new Headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:05 GMT' }), now)).toBe(5000);
    expect(retryAfterMs(new Headers(), now)).toBeNull();
  });
});
