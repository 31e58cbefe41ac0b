import type { PredictInput } from '../agent.ts';

/** The fields of a request to an agent or a defence that describe one step. */
export const stepFields = ({ step, instruction, observation, linearisedTree, feedback = [] }: PredictInput) => ({
  step,
  instruction,
  observation: {
    screenshot: observation.screenshot.toString('base64'),
    accessibility_tree: observation.accessibilityTree,
    linearised_tree: linearisedTree,
  },
  feedback: feedback.map(({ returncode, error, output }) => ({ returncode, error, output: output ?? '' })),
});
