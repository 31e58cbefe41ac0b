import { expect, it } from 'vitest';
import { estimateCost } from './estimate-cost.ts';

const table = { date: '2026-01-01', models: {} };
const prompted = { model: 'openai:gpt-4.1', maxSteps: 15, maxTrajectoryLength: 3, observationType: 'a11y_tree' };
const loop = { ...prompted, agent: 'prompt', maxTrajectoryLength: 50, recentObservations: 3, longTaskSteps: 50 };
const tool = { ...loop, model: 'anthropic:claude-sonnet-4-5', agent: 'computer-tool', observationType: 'screenshot' };
const tokensOf = (settings: Parameters<typeof estimateCost>[0], runs: number | number[]) =>
  estimateCost(settings, runs, table, {}).inputTokens;
/** Tokens of the request that a longer limit adds. */
const lastRequest = (settings: typeof loop, steps: number) =>
  tokensOf(settings, [steps]) - tokensOf(settings, [steps - 1]);

it('the cost bound of OS-Harm’s loop assumes a window of three steps', () => {
  expect(tokensOf(prompted, 1)).toBe(15 * 4600 + (1 + 2 + 12 * 3) * 4250);
  expect(tokensOf(prompted, [15, 15])).toBe(tokensOf(prompted, 2));
});

it('the cost bound of a loop follows its growing history', () => {
  // 7 past observations at most, all replies, and a note for each observation that dropped out.
  expect(lastRequest(loop, 8)).toBe(4600 + 7 * 4250);
  expect(lastRequest(loop, 9)).toBe(4600 + 8 * 250 + 3 * 4000 + 5 * 20);
  expect(lastRequest(loop, 50)).toBeGreaterThan(lastRequest(loop, 45));
  expect(lastRequest(tool, 50)).toBe(2100 + 49 * 250 + 4 * 1500 + 45 * 20);
});

it('the cost bound of OpenAI’s computer tool counts every screenshot', () => {
  expect(lastRequest({ ...tool, model: 'openai:gpt-5.4' }, 50)).toBe(2100 + 49 * 1750);
});

it('each run’s cost bound uses its step limit, and unplanned runs use the longest', () => {
  expect(estimateCost(loop, [15, 50], table, {}).calls).toBe(65);
  expect(tokensOf(loop, [15, 50])).toBe(tokensOf(loop, [15]) + tokensOf(loop, [50]));
  expect(tokensOf(loop, 1)).toBe(tokensOf(loop, [50]));
});
