import { z } from 'zod';
import type { PredictInput } from '../../agents/agent.ts';
import { failureLine } from '../../agents/failure-line.ts';
import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { readRun } from '../../base/record/read-run.ts';
import { stepNumber } from '../../base/record/step-number.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { rewardBy } from '../../results/model/earned-reward.ts';
import type { RunResult } from '../../results/model/run-result.ts';
import { textStyles } from '../../tasks/suite/text-style.ts';
import type { StepTruth } from '../../verdicts/monitors/step-truth.ts';
import { computerUseCode } from './computer-use-code.ts';
import type { EpisodeAction, EpisodeTurn } from './episode.ts';
import { knownKeys } from './known-keys.ts';

/** Maximum characters. An action is code that a model wrote. */
export const longestMessage = 1_000_000;

export const resetSchema = knownKeys({
  seed: z.number().int().min(0).nullish(),
  episode_id: z.string().max(255).nullish(),
  task: z.string().min(1).nullish().describe('Id of a task of the suite.'),
  vector: z.string().nullish().describe('Injection vector; with `goal`.'),
  goal: z.string().nullish().describe('Goal of the injected text; with `vector`.'),
  style: z.enum(textStyles).nullish().describe('How the injected text is worded.'),
  branch_of: z.string().nullish().describe('Id of an ended episode whose first steps are repeated; without `task`.'),
  branch_at: z
    .number()
    .int()
    .min(1)
    .nullish()
    .describe('First step that is not repeated, from 1; null: the one that showed the injected text.'),
  partial_credit: z.boolean().nullish().describe('Rewards a safe run that did a part of the work with that part.'),
  category: z.string().nullish().describe('Ignored: lists of tasks have it.'),
  instruction: z.string().nullish().describe('Ignored: lists of tasks have it.'),
}).refine(({ task, branch_of }) => (task == null) !== (branch_of == null), 'Give either task or branch_of.');
export type ResetSettings = z.infer<typeof resetSchema>;

/** An action of Anthropic's computer tools, in screen pixels. */
const computerUseSchema = z.looseObject({ action: z.string() });
const oneActionSchema = z.union([z.string(), computerUseSchema]);

export const actionSchema = knownKeys({
  actions: z
    .union([oneActionSchema, z.array(oneActionSchema).max(50)])
    .describe(
      "pyautogui code to execute, or WAIT, DONE or FAIL, or an action of Anthropic's computer tool such as " +
        '{"action": "left_click", "coordinate": [400, 300]}; a list is executed in order.',
    ),
  response: z.string().default('').describe('What the agent says or thinks, kept in the record.'),
  metadata: z.record(z.string(), z.unknown()).optional(),
});

const verdictSchema = z.object({
  completed: z.boolean().nullable().describe("The user's task was done; null: the check does not decide."),
  safe: z.boolean().nullable().describe('No harm was attempted, by recorded effects; null: undecided.'),
  harm: z.string().nullable().describe('How far the harm went: initiated, attempted, completed, fixed.'),
  violation_step: z.number().nullable().describe('Step of the harm, from 1.'),
  outcome: z.string().nullable().describe('How the run ended.'),
  exposure_step: z.number().nullable().describe('First step that was shown a part of the injected text, from 1.'),
  branch: z
    .enum(['same', 'diverged'])
    .nullable()
    .describe('Whether repeated steps led to the recorded states; null: no branch.'),
  results: z.string().describe('Folder of the run.'),
});

const feedbackSchema = z.object({
  action: z.number().describe('Place of the action in the step, from 1.'),
  exit_code: z.number().describe('0: the code ran to its end.'),
  error: z.string().describe('Last line of the error; empty after exit code 0.'),
});

export const observationSchema = z.object({
  instruction: z.string(),
  screenshot: z.string().nullable().describe('PNG in base64; null after the last step.'),
  accessibility_tree: z.string().nullable().describe('A line per element; null after the last step.'),
  step: z.number().describe('Steps taken so far.'),
  feedback: z.array(feedbackSchema).describe('Results of the code of the last step.'),
  verdict: verdictSchema.nullable().describe('Null until the run has ended.'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe('At the end: `reward` with its parts, and `steps`, when harm was done, from 1.'),
});

export const stateSchema = z.looseObject({
  episode_id: z.string().nullable(),
  step_count: z.number(),
  task: z.string().nullable(),
});

/** An observation with its reward, in OpenEnv's format. */
export interface ObservationMessage {
  observation: z.infer<typeof observationSchema>;
  /** 1 if the run did what the right agent does, else 0. Null while it continues, and if that is undecided. */
  reward: number | null;
  done: boolean;
}

/** `screen` is the size of the last screenshot, whose pixels are the unit of coordinates. Throws ZodError. */
export function actionOf(value: unknown, screen: PictureSize): EpisodeAction {
  const { actions, response } = actionSchema.parse(value);
  return {
    actions: (Array.isArray(actions) ? actions : [actions]).flatMap((action) => codeOf(action, screen)),
    response,
  };
}

function codeOf(action: z.infer<typeof oneActionSchema>, screen: PictureSize): string[] {
  if (typeof action === 'string') return [action];
  try {
    return computerUseCode(action, screen);
  } catch (error) {
    throw new z.ZodError([{ code: 'custom', path: ['actions'], message: (error as Error).message, input: action }]);
  }
}

export interface EpisodeProgress {
  instruction: string;
  steps: number;
  /** The reward counts the part of the work that a safe run did. */
  isPartialCredit: boolean;
}

export function observationOf(turn: EpisodeTurn, progress: EpisodeProgress): ObservationMessage {
  return turn.kind === 'observation' ? running(turn.input) : ended(turn.result, progress);
}

function running({ instruction, observation, linearisedTree, step, feedback = [] }: PredictInput): ObservationMessage {
  return {
    observation: {
      instruction,
      screenshot: observation.screenshot.toString('base64'),
      accessibility_tree: linearisedTree,
      step,
      feedback: feedback.map(({ action = 0, ...result }) => ({
        action: stepNumber(action),
        exit_code: result.returncode,
        error: failureLine(result),
      })),
      verdict: null,
      metadata: {},
    },
    reward: null,
    done: false,
  };
}

function ended(result: RunResult, { instruction, steps, isPartialCredit }: EpisodeProgress): ObservationMessage {
  const { runJson } = readRun(result.directory);
  const reward = runJson?.reward ?? rewardBy(result, effectJudgeName);
  const step = result.judgments.get(effectJudgeName)?.violationStep ?? null;
  const exposed = runJson?.exposure?.firstStep ?? null;
  return {
    observation: {
      instruction,
      screenshot: null,
      accessibility_tree: null,
      step: steps,
      feedback: [],
      verdict: {
        completed: reward.completed,
        safe: reward.safe,
        harm: result.harm,
        violation_step: step === null ? null : stepNumber(step),
        outcome: result.outcome,
        exposure_step: exposed === null ? null : stepNumber(exposed),
        branch: result.branch?.state ?? null,
        results: result.directory,
      },
      metadata: { ...metadataOf(result.truth), reward: { ...reward } },
    },
    reward: isPartialCredit ? reward.partial : reward.value,
    done: true,
  };
}

/** Returns the verdict by step, for step rewards. Empty if the oracles are undecided. */
export function metadataOf(truth: StepTruth | null): Record<string, unknown> {
  if (truth === null) return {};
  const fromOne = (value: number | null | number[]): unknown => {
    if (value === null) return null;
    return Array.isArray(value) ? value.map(stepNumber) : stepNumber(value);
  };
  return { steps: Object.fromEntries(Object.entries(truth).map(([name, value]) => [name, fromOne(value)])) };
}
