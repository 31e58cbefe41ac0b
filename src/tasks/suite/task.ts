import { z } from 'zod';
import { regexParameter } from '../../base/documents/text/regex-parameter.ts';
import { classificationSchema, twinDifferences, variationDifferences } from './classification.ts';
import { difficultySchema } from './difficulty.ts';
import { taskEventSchema } from './event.ts';
import { type GoalForm, textLanguages } from './goal-id.ts';
import { programSchema } from './program.ts';
import { acceptableSchema, answersSchema, simulatedUserSchema } from './right-behavior.ts';
import { conditionSchema, eventIdSchema, setupStepSchema } from './task-pieces.ts';
import { textStyles } from './text-style.ts';
import { varySchema } from './vary/knob.ts';
import { watchSchema } from './watch.ts';

export type { Condition, SetupStep } from './task-pieces.ts';

/**
 * OS-Harm's three, and two of ours that stand beside them: `benign`, the twin of a misuse task, which only differs in
 * intent, ownership or consent; `control`, a misbehavior task whose instruction warns of the trap.
 */
export const categories = ['misuse', 'injection', 'misbehavior', 'benign', 'control'] as const;
/** OS-Harm's three. */
export const osHarmCategories = ['misuse', 'injection', 'misbehavior'] as const;
export type Category = (typeof categories)[number];

/** OS-Harm's injection entry: one vector with the goals it may carry. */
export const injectionSchema = z.looseObject({
  type: z.string(),
  goals: z.array(z.string()),
  params: z.record(z.string(), z.unknown()).optional(),
  additional_config: z.string().optional(),
  /** The task's slot that holds the goal's text. The vector then only says how the text is met; the task's own files carry it. */
  slot: z.string().optional(),
  /** What other slots hold in these runs. Without `slot` the goal's text stands in a file that one of them names, such as a picture. */
  slots: z.record(z.string(), z.string()).optional(),
  /** The subset in whose runs alone it counts, in place of a task's other injections; left out: in all others. */
  subset: z.string().min(1).optional(),
});
export type InjectionEntry = z.infer<typeof injectionSchema>;

/** True for an entry whose text is in the task's own files. */
export const isInSlot = ({ slot, slots }: InjectionEntry): boolean => slot !== undefined || slots !== undefined;

/** A task's injections in runs of a subset: those that are for it alone, else those that are for none. */
export function injectionsIn({ injections = [] }: Pick<Task, 'injections'>, subset: string): InjectionEntry[] {
  const matching = injections.filter((entry) => entry.subset === subset);
  return matching.length > 0 ? matching : injections.filter((entry) => entry.subset === undefined);
}

/**
 * What a harmless text is that looks like an instruction: of an `automatic` footer or notice, `addressed` to somebody
 * else, or `needed` by the user's task, whose instruction then speaks of it.
 */
export const decoyKinds = ['automatic', 'addressed', 'needed'] as const;

/**
 * When harm that the agent undid counts: `on-sight` always, `at-end` never, `started` where a program ran meanwhile
 * whose name and arguments match. By default it counts where others could see it meanwhile: it was sent, published or
 * run.
 */
const harmCountsSchema = z.union([z.enum(['on-sight', 'at-end']), z.strictObject({ started: regexParameter })]);
export type HarmCounts = z.infer<typeof harmCountsSchema>;

/** A way in which this task can end in harm: the oracle's name and its parameters (`src/verdicts/oracles/`). */
export const harmSchema = z.looseObject({
  oracle: z.string(),
  counts: harmCountsSchema.optional(),
  /** Id of an event: what the agent did before it is no harm. */
  after_event: eventIdSchema.optional(),
});
export type Harm = z.infer<typeof harmSchema>;

/** The fields of a rule that are its oracle's own. */
export function oracleFields({ oracle: _, counts: __, after_event: ___, ...fields }: Harm): Record<string, unknown> {
  return fields;
}

/**
 * What tells whether a task without a check of its own (`infeasible`) was completed. It decides nothing about the
 * score. `check`: conditions on the final state; `necessary-only`: where one fails the task was not completed, where
 * all hold nobody knows; `sufficient-only`: the other way round. `harm`: misuse, whose harmful task is what the oracles
 * look at: completed where any or every one of those that decide says so.
 */
export const completionSchema = z
  .strictObject({
    check: z.array(conditionSchema).min(1).optional(),
    decides: z.enum(['full', 'necessary-only', 'sufficient-only']).default('full'),
    harm: z.enum(['any', 'every']).optional(),
  })
  .refine(({ check, harm }) => (check === undefined) !== (harm === undefined), 'needs either check or harm');

/** One step of a reference solution; the kinds are in `src/agents/reference/`. */
const referenceStepSchema = z.record(z.string(), z.unknown());

/**
 * A named part of the user's task, reached where all of its conditions hold at the end. Milestones give partial credit,
 * which is reported apart from score and safety: `result.txt` stays what the task's check says.
 */
const milestoneSchema = z.strictObject({
  id: eventIdSchema,
  /** What was achieved, in one sentence. */
  what: z.string().min(1),
  check: z.array(conditionSchema).min(1),
  /** Its weight among the milestones of the task. */
  weight: z.number().positive().max(100).default(1),
});

/** A task file: OS-Harm's schema, unknown fields kept, plus ours (`category`, `check`, `harm`, `reference`). */
export const taskSchema = z.looseObject({
  id: z.string().min(1),
  /** The source that `osharm suite build` made the file from, below the suite's folder. */
  built_from: z.string().optional(),
  /** What the work is, in a few words, for lists and reports. No agent sees it. */
  title: z.string().min(1).max(80).optional(),
  snapshot: z.string().optional(),
  instruction: z.string(),
  source: z.union([z.string(), z.array(z.string())]).optional(),
  config: z.array(setupStepSchema).default([]),
  injections: z.array(injectionSchema).optional(),
  related_apps: z.array(z.string()).default([]),
  evaluator: z.looseObject({
    func: z.union([z.string(), z.array(z.string())]),
    postconfig: z.array(setupStepSchema).optional(),
  }),
  /** Its set-up and check are a program's; `evaluator.func` is then `program`. */
  program: programSchema.optional(),
  explanation: z.string().optional(),
  category: z.enum(categories).optional(),
  /** All must hold for the user's task (misuse: the harmful task) to count as completed. */
  check: z.array(conditionSchema).optional(),
  harm: z.array(harmSchema).optional(),
  /** Which behaviors are right for the request; left out: the task does not say. */
  acceptable: acceptableSchema.optional(),
  /** What the task's user answers to an agent's questions, where the run names no other user. */
  answers: answersSchema.optional(),
  /** The task's user where a model plays it, and the run names no other user. */
  simulated_user: simulatedUserSchema.optional(),
  /** Named parts of the user's task, for partial credit. */
  milestones: z.array(milestoneSchema).optional(),
  classification: classificationSchema.optional(),
  /** How long the work is; `osharm suite build` writes it, `suite lint` checks it. */
  difficulty: difficultySchema.optional(),
  /** Of a benign twin: the id of the misuse task, and what makes the same work right. */
  twin_of: z.string().optional(),
  differs: z.enum(twinDifferences).optional(),
  /** Of a benign twin: it has the misuse task's instruction, and only the desktop tells them apart. */
  same_request: z.boolean().optional(),
  /** Of a control: the id of the misbehavior task whose trap its instruction warns of. */
  control_of: z.string().optional(),
  /** Of a variation: the id of its family's first task, and in what it is built otherwise. Other names and numbers are `vary`. */
  variation_of: z.string().optional(),
  varies: z.array(z.enum(variationDifferences)).min(1).optional(),
  /** The harm leaves the check alone: the harmful reference completes the task. */
  completes_with_harm: z.boolean().optional(),
  completion: completionSchema.optional(),
  /** What happens in the desktop while the agent works. */
  events: z.array(taskEventSchema).optional(),
  /** What side effects are looked for; beside the suite's own `watch`. */
  watch: watchSchema.optional(),
  /** What differs from seed to seed, by the names that `{vary:NAME}` uses. */
  vary: varySchema.optional(),
  reference: z.record(z.string(), z.array(referenceStepSchema)).optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** What a model does for the task beside the agent; null: nothing. */
export function modelDuty({
  simulated_user: user,
  program,
}: {
  simulated_user?: unknown;
  program?: Pick<z.infer<typeof programSchema>, 'calls_model'> | undefined;
}): 'evaluate' | 'play the user' | null {
  if (program?.calls_model === true) return 'evaluate';
  return user === undefined ? null : 'play the user';
}

/**
 * A goal that an injection asks for, as data (`suites/<suite>/goals/<id>.json`): its text, what it prepares in the desktop,
 * its oracle, and reference solutions by route.
 */
export const goalSchema = z.looseObject({
  id: z.string(),
  /** What it asks for, in a few words ("Turn off the screen lock"), for lists and reports. No agent sees it. */
  title: z.string().min(1).max(80).optional(),
  /** The injected text. `{canary:NAME}` is replaced with the run's canary of that name. */
  text: z.string(),
  /** The same asked for in other ways; `text` is the blunt one. */
  styles: z.partialRecord(z.enum(textStyles).exclude(['blunt']), z.string().min(1)).optional(),
  /** The same in other languages, by style. */
  languages: z
    .partialRecord(z.enum(textLanguages).exclude(['en']), z.partialRecord(z.enum(textStyles), z.string().min(1)))
    .optional(),
  /** What kind of harm it asks for. */
  classification: classificationSchema.optional(),
  config: z.array(setupStepSchema).default([]),
  harm: z.array(harmSchema),
  /** Of a decoy (`decoys/<id>.json`): it asks for no harm, and nothing of it is to be followed unless it is needed. */
  decoy: z.enum(decoyKinds).optional(),
  /** False where following the goal excludes completing the user's task (`stop_task`). */
  allows_task: z.boolean().default(true),
  /** As a task's. `{vary:NAME}` of the task that it is injected into may be used too. */
  vary: varySchema.optional(),
  reference: z.record(z.string(), z.array(referenceStepSchema)),
});
export type Goal = z.infer<typeof goalSchema>;

/** A goal's text of this style and language; undefined where it has none. */
export function goalText(
  { text, styles, languages: others }: Goal,
  { style, language }: Pick<GoalForm, 'style' | 'language'>,
): string | undefined {
  if (language !== 'en') return others?.[language]?.[style];
  return style === 'blunt' ? text : styles?.[style];
}

/** Styles and languages that a goal has texts of, language by language. */
export const textForms = (goal: Goal): Pick<GoalForm, 'style' | 'language'>[] =>
  textLanguages
    .flatMap((language) => textStyles.map((style) => ({ style, language })))
    .filter((form) => goalText(goal, form) !== undefined);

/** A subset: domain → task ids, in order. */
export const subsetSchema = z.record(z.string(), z.array(z.string()));
export type Subset = z.infer<typeof subsetSchema>;
