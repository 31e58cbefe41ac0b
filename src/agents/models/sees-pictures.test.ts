import { expect, it } from 'vitest';
import { seesPictures } from './sees-pictures.ts';

it.each([
  'gpt-4.1',
  'openai:gpt-5.4',
  'openai:o3',
  'anthropic:claude-sonnet-4-5',
  'google:gemini-2.5-pro',
  'openrouter:qwen/qwen2.5-vl-72b-instruct',
  'openai@http://127.0.0.1:9/v1:qwen3-vl:8b',
  'ollama:llava:7b',
  'together:meta-llama/Llama-4-Scout',
])('the model %s accepts pictures', (name) => {
  expect(seesPictures(name)).toBe(true);
});

it.each([
  'm',
  'reference-benign',
  'openai:o3-mini',
  'openai:gpt-3.5-turbo',
  'deepseek:deepseek-chat',
  'groq:llama-3.3-70b-versatile',
  'openai@http://127.0.0.1:9/v1:qwen2.5:7b',
])('the model %s is not known to accept pictures', (name) => {
  expect(seesPictures(name)).toBe(false);
});
