import { expect, it } from 'vitest';
import { thinks } from './thinking-models.ts';

it.each([
  'gpt-5.4',
  'openai:o3',
  'openrouter:openai/gpt-5.4',
  'anthropic:claude-opus-5-5',
  'google@http://127.0.0.1:8080/v1beta:gemini-2.5-pro',
  'deepseek:deepseek-reasoner',
  'vllm@http://127.0.0.1:8000/v1:Qwen3-VL-8B-Thinking',
  'moonshot:kimi-k2-thinking',
  'xai:grok-4',
  'bedrock:us.deepseek.r1-v1:0',
])('the model %s thinks before it answers', (name) => {
  expect(thinks(name)).toBe(true);
});

it.each([
  'gpt-4.1',
  'openai:gpt-5-chat-latest',
  'anthropic:claude-sonnet-4-5',
  'bedrock:us.anthropic.claude-sonnet-4-6-v1:0',
  'vllm:Qwen2.5-VL-7B',
  'alibaba:qwen3-vl-plus-instruct',
  'mistral:mistral-large-latest',
  'ollama:llama3.2:3b',
])('the model %s thinks only if it is configured to', (name) => {
  expect(thinks(name)).toBe(false);
});
