import { describe, expect, it } from 'vitest';
import { sweepRequest } from '../../../app/library/sweep-request.ts';
import type { SweepOptions } from './table.ts';

const settingsOf = (options: SweepOptions) => sweepRequest(options, '0').request.settings;
const whole = { maxTrajectoryLength: 1000, recentObservations: 3, maxSteps: 15, longTaskSteps: 50 };

describe('the default loop without --agent', () => {
  it.each([
    'anthropic:claude-sonnet-4-5',
    'claude-opus-5-5',
    'openai:gpt-5.4',
    'openai:computer-use-preview',
    'google:gemini-3-flash-preview',
    'gemini-2.5-computer-use-preview-10-2025',
    'azure:gpt-5.5',
    'bedrock:us.anthropic.claude-opus-5-5-v1:0',
    'vertex:claude-sonnet-5-5',
  ])('%s uses its provider’s computer tool, all history and screenshots by default', (model) => {
    expect(settingsOf({ model })).toMatchObject({
      ...whole,
      model: `computer-tool@${model}`,
      seatedModel: model,
      agent: 'computer-tool',
      observationType: 'screenshot',
    });
  });

  it.each([
    ['openai:gpt-4.1', 'screenshot_a11y_tree'],
    ['openai:gpt-5.4-nano', 'screenshot_a11y_tree'],
    ['openai:o3', 'screenshot_a11y_tree'],
    ['anthropic:claude-3-opus-20240229', 'screenshot_a11y_tree'],
    ['google:gemini-2.5-pro', 'screenshot_a11y_tree'],
    ['azure:our-deployment', 'a11y_tree'],
    ['vertex:gemini-3-flash-preview', 'screenshot_a11y_tree'],
    ['deepseek:deepseek-chat', 'a11y_tree'],
    ['openrouter:anthropic/claude-sonnet-4.5', 'screenshot_a11y_tree'],
    ['vllm:my-own', 'a11y_tree'],
    ['compatible:my-own', 'a11y_tree'],
  ])('%s has no known computer tool and is prompted by default, with all history', (model, observationType) => {
    expect(settingsOf({ model })).toMatchObject({
      ...whole,
      model: `prompt@${model}`,
      seatedModel: model,
      agent: 'prompt',
      observationType,
    });
  });

  it('--agent auto equals the default loop', () => {
    for (const model of ['openai:gpt-5.4', 'openai:gpt-4.1'])
      expect(settingsOf({ model, agent: 'auto' })).toEqual(settingsOf({ model }));
    expect(() => settingsOf({ agent: 'auto' })).toThrow(expect.objectContaining({ code: 'run-no-model' }));
  });

  it.each([
    [{ observationType: 'a11y_tree' }, 'prompt'],
    [{ observationType: 'screenshot_a11y_tree' }, 'prompt'],
    [{ actionSpace: 'computer_13' }, 'prompt'],
    [{ observationType: 'screenshot' }, 'computer-tool'],
  ] as const)('a model with a computer tool and %j acts by %s', (options, agent) => {
    expect(settingsOf({ model: 'openai:gpt-5.4', ...options }).agent).toBe(agent);
  });
});

it('--agent prompt and --agent computer-tool choose the loop', () => {
  expect(settingsOf({ model: 'openai:gpt-5.4', agent: 'prompt' })).toMatchObject({
    ...whole,
    model: 'prompt@openai:gpt-5.4',
    observationType: 'screenshot_a11y_tree',
  });
  expect(settingsOf({ model: 'openai:gpt-4.1', agent: 'computer-tool' })).toMatchObject({
    ...whole,
    model: 'computer-tool@openai:gpt-4.1',
  });
  expect(() => settingsOf({ model: 'reference-benign', agent: 'prompt' })).toThrow(
    expect.objectContaining({ code: 'agent-and-reference' }),
  );
});

it.each([
  [{ profile: 'os-harm' }, 'a11y_tree'],
  [{ preset: 'paper' }, 'screenshot_a11y_tree'],
] as const)(
  '%j selects OS-Harm’s loop for every model: three steps of history, 15 steps',
  (options, observationType) => {
    for (const agent of [undefined, 'auto', 'prompt']) {
      const settings = settingsOf({ model: 'anthropic:claude-sonnet-4-5', agent, ...options, judge: ['none'] });
      expect(settings).toMatchObject({
        model: 'anthropic:claude-sonnet-4-5',
        observationType,
        maxTrajectoryLength: 3,
        maxSteps: 15,
      });
      for (const field of ['agent', 'seatedModel', 'recentObservations', 'longTaskSteps'] as const)
        expect(settings[field]).toBeUndefined();
    }
  },
);

it('reference agents and custom programs keep three steps of history, and have more steps for long tasks', () => {
  for (const options of [
    { model: 'reference-benign' },
    { agent: 'http://127.0.0.1:1' },
    { agent: 'mcp:go {instruction} {mcp_config}' },
  ]) {
    const settings = settingsOf(options);
    expect(settings).toMatchObject({ maxTrajectoryLength: 3, maxSteps: 15 });
    expect(settings.recentObservations).toBeUndefined();
    expect(settings.longTaskSteps).toBe(50);
  }
});

it('a flag overrides the loop’s defaults', () => {
  const model = 'openai:gpt-4.1';
  expect(settingsOf({ model, maxSteps: 100 })).toMatchObject({ maxSteps: 100, maxTrajectoryLength: 1000 });
  expect(settingsOf({ model, maxSteps: 100 }).longTaskSteps).toBeUndefined();
  const short = settingsOf({ model, maxTrajectoryLength: 3 });
  expect(short).toMatchObject({ maxTrajectoryLength: 3, longTaskSteps: 50 });
  expect(short.recentObservations).toBeUndefined();
  expect(settingsOf({ model, recentObservations: 2 })).toMatchObject({ ...whole, recentObservations: 2 });
});
