import { expect, it } from 'vitest';
import { answeringModel } from './answering-model.ts';
import { resolveModel } from './model-name.ts';

const answered = (name: string, by: string) =>
  answeringModel(resolveModel(name, { AZURE_RESOURCE_NAME: 'r', OSHARM_BASE_URL: 'http://127.0.0.1:1/v1' }), by);

it.each([
  ['openai:gpt-5.4', 'gpt-5.4-2026-03-05'],
  ['anthropic:claude-opus-4-5', 'claude-opus-4-5-20251101'],
  ['google:gemini-2.5-pro', 'models/gemini-2.5-pro-preview-05-06'],
  ['mistral:mistral-large-latest', 'mistral-large-2411'],
  ['openrouter:org/some-model:free', 'org/some-model'],
  ['vllm:Qwen/Qwen2.5-VL-7B-Instruct', 'qwen2.5-vl-7b-instruct'],
  ['azure:deployment', 'gpt-4.1-2025-04-14'],
  ['llamacpp:any', '/models/weights.gguf'],
])('a call to %s that %s answered used the requested model', (name, by) => {
  expect(answered(name, by)).toEqual({ model: by, isSubstitute: false });
});

it.each([
  ['openai:gpt-5.4', 'gpt-4o-mini'],
  ['openai:gpt-5.4', 'gpt-5.4-mini'],
  ['openai:gpt-4o', 'gpt-4o-mini-2024-07-18'],
  ['anthropic:claude-opus-4-5', 'claude-sonnet-4-5'],
  ['openrouter:org/some-model', 'other/model'],
  ['google:gemini-2.5-pro', 'gemini-2.5-flash'],
])('a call to %s that %s answered used a substitute', (name, by) => {
  expect(answered(name, by)).toEqual({ model: by, isSubstitute: true });
});
