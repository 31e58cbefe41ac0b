import { describe, expect, it } from 'vitest';
import { resolveModel } from '../model-name.ts';
import { computerToolOf } from './computer-tools.ts';

describe('the table of computer tools', () => {
  it.each([
    ['claude-3-7-sonnet-20250219', 'computer_20250124'],
    ['claude-sonnet-4-20250514', 'computer_20250124'],
    ['claude-opus-4-1-20250805', 'computer_20250124'],
    ['claude-sonnet-4-5-20250929', 'computer_20250124'],
    ['claude-haiku-4-5', 'computer_20250124'],
    ['claude-opus-4-5-20251101', 'computer_20251124'],
    ['claude-sonnet-4-6', 'computer_20251124'],
    ['claude-opus-4-8', 'computer_20251124'],
    ['claude-opus-5', 'computer_20251124'],
    ['claude-sonnet-5-20260701', 'computer_20251124'],
    ['claude-opus-5-5', 'computer_toolset_20260801'],
    ['claude-sonnet-5-5-20260901', 'computer_toolset_20260801'],
    ['claude-haiku-5-5', 'computer_toolset_20260801'],
    ['claude-fable-5-2', 'computer_toolset_20260801'],
    ['openai:computer-use-preview-2025-03-11', 'computer_use_preview'],
    ['gpt-5.4', 'computer'],
    ['gpt-5.6-sol', 'computer'],
    ['gemini-2.5-computer-use-preview-10-2025', 'environment_browser'],
    ['gemini-3-flash-preview', 'environment_browser'],
    ['gemini-3.1-pro-preview', 'environment_browser'],
    ['gemini-3.5-flash', 'environment_desktop'],
    ['gemini-4-argon', 'environment_desktop'],
  ])('the computer tool of %s is %s', (model, tool) => {
    expect(computerToolOf(resolveModel(model, {}))).toBe(tool);
  });

  it.each([
    ['bedrock:us.anthropic.claude-opus-5-5-v1:0', 'computer_20251124'],
    ['bedrock:anthropic.claude-fable-5-2', 'computer_20251124'],
    ['bedrock:anthropic.claude-sonnet-4-5-20250929-v1:0', 'computer_20250124'],
    ['vertex:claude-sonnet-5-5', 'computer_toolset_20260801'],
  ])('the computer tool of %s is the one its cloud offers: %s', (model, tool) => {
    const environment = { AWS_REGION: 'us-east-1', GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'us-central1' };
    expect(computerToolOf(resolveModel(model, environment))).toBe(tool);
  });

  it('an unknown model has the newest computer tool of its provider', () => {
    expect(computerToolOf(resolveModel('anthropic:internal-model', {}))).toBe('computer_toolset_20260801');
    expect(computerToolOf(resolveModel('openai:codename', {}))).toBe('computer');
    expect(computerToolOf(resolveModel('google:codename', {}))).toBe('environment_desktop');
    expect(() => computerToolOf(resolveModel('vllm:m', {}))).toThrow(/no known computer tool/);
  });
});
