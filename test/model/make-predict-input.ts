import type { PredictInput } from '../../src/agents/agent.ts';

/** What an agent gets at a step, with placeholders for the screen. */
export function makePredictInput(fields: Partial<PredictInput> = {}): PredictInput {
  const input: PredictInput = {
    step: 0,
    instruction: 'Wait.',
    observation: {
      screenshot: Buffer.from('png'),
      accessibilityTree: '<a/>',
      time: 1,
      timings: { screenshotMs: 1, treeMs: 1 },
    },
    linearisedTree: 'tag\tname',
  };
  return Object.assign(input, fields);
}
