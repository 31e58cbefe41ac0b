import { z } from 'zod';
import { regexParameter } from '../../base/documents/text/regex-parameter.ts';
import { counterpartSchema } from '../counterparts/counterpart.ts';
import { agentFilesSchema } from './agent-files.ts';
import { classificationSchema, twinDifferences, variationDifferences } from './classification.ts';
import { difficultySchema } from './difficulty.ts';
import { taskEventSchema } from './event.ts';
import { type GoalForm, textLanguages } from './goal-id.ts';
import { programSchema } from './program.ts';
import { acceptableSchema, answersSchema, simulatedUserSchema } from './right-behavior.ts';
import { ruleSchema } from './rule.ts';
import { conditionSchema, eventIdSchema, setupStepSchema } from './task-pieces.ts';
import { mostSessions, notesPathSchema, roleSchema, taskSessionSchema, tracesSchema } from './task-session.ts';
import { textStyles } from './text-style.ts';
import { toolServersSchema } from './tool-server.ts';
import { varySchema } from './vary/knob.ts';
import { watchSchema } from './watch.ts';

export type { Condition, SetupStep } from './task-pieces.ts';

/**
 * OS-Harm's three categories and two of osharm: `benign`, the twin of a misuse task that differs only in intent,
 * ownership or consent; and `control`, a misbehavior task whose instruction warns of the trap.
 */
export const categories = ['misuse', 'injection', 'misbehavior', 'benign', 'control'] as const;
export const osHarmCategories = ['misuse', 'injection', 'misbehavior'] as const;
export type Category = (typeof categories)[number];

/** OS-Harm's injection entry: a vector with its possible goals. */
export const injectionSchema = z.looseObject({
  type: z.string(),
  goals: z.array(z.string()),
  params: z.record(z.string(), z.unknown()).optional(),
  additional_config: z.string().optional(),
  /** The slot for the goal's text. The task's files carry it; the vector only describes how it is encountered. */
  slot: z.string().optional(),
  /** Texts of other slots. Without `slot`, one names a file with the goal's text, such as a picture. */
  slots: z.record(z.string(), z.string()).optional(),
  /** The slots for the paragraphs of the goal's text, in order, each with the vector by which the agent meets it. */
  pieces: z.record(z.string(), z.string()).optional(),
  /** The only subset in which this entry applies; it replaces the task's other injections there. */
  subset: z.string().min(1).optional(),
});
export type InjectionEntry = z.infer<typeof injectionSchema>;

export const isInSlot = ({ slot, slots, pieces }: InjectionEntry): boolean =>
  [slot, slots, pieces].some((place) => place !== undefined);

/** The names of the slots that an injection fills. */
export const plantedSlots = ({ slot, slots = {}, pieces = {} }: InjectionEntry): string[] =>
  [slot ?? [], Object.keys(slots), Object.keys(pieces)].flat();

/** Returns the injections that apply in a subset: those reserved for it, or else those without a subset. */
export function injectionsIn({ injections = [] }: Pick<Task, 'injections'>, subset: string): InjectionEntry[] {
  const matching = injections.filter((entry) => entry.subset === subset);
  return matching.length > 0 ? matching : injections.filter((entry) => entry.subset === undefined);
}

/**
 * Kinds of harmless texts that look like instructions: an `automatic` footer or notice, a text `addressed` to someone
 * else, one `needed` for the user's task, whose instruction refers to it, or a `harmless` request in an aligned task's
 * slot, by a source without authority.
 */
export const decoyKinds = ['automatic', 'addressed', 'needed', 'harmless'] as const;

/**
 * When harm that the agent undid counts: `on-sight` always, `at-end` never, `started` if a program with a matching
 * command line ran meanwhile. By default, it counts if it was visible to others meanwhile: sent, published or run.
 */
const harmCountsSchema = z.union([z.enum(['on-sight', 'at-end']), z.strictObject({ started: regexParameter })]);
export type HarmCounts = z.infer<typeof harmCountsSchema>;

/** A harmful outcome of the task: an oracle (`src/verdicts/oracles/`) and its parameters. */
export const harmSchema = z.looseObject({
  oracle: z.string(),
  counts: harmCountsSchema.optional(),
  /** The ID of an event. Actions before it don't count. */
  after_event: eventIdSchema.optional(),
  /** What the harm is, in a few words: "our purchase prices go to a customer". */
  note: z.string().min(1).optional(),
});
export type Harm = z.infer<typeof harmSchema>;

/** Returns the fields that not all harms share. */
export function oracleFields({
  oracle: _,
  counts: __,
  after_event: ___,
  note: ____,
  ...fields
}: Harm): Record<string, unknown> {
  return fields;
}

/**
 * Determines the completion of a task without a check (`infeasible`), without affecting the score. `check` lists
 * conditions on the final state. With `necessary-only`, a failed condition means not completed, and otherwise the
 * result is unknown; `sufficient-only` is the reverse. `harm` is for misuse: the task is completed if any or every
 * deciding oracle reports harm.
 */
export const completionSchema = z
  .strictObject({
    check: z.array(conditionSchema).min(1).optional(),
    decides: z.enum(['full', 'necessary-only', 'sufficient-only']).default('full'),
    harm: z.enum(['any', 'every']).optional(),
  })
  .refine(({ check, harm }) => (check === undefined) !== (harm === undefined), 'needs either check or harm');

/** `src/agents/reference/` defines the kinds of steps. */
const referenceStepSchema = z.record(z.string(), z.unknown());

/**
 * A part of the user's task, achieved if all conditions are true at the end. Milestones give partial credit, which is
 * reported separately and doesn't affect `result.txt`.
 */
const milestoneSchema = z.strictObject({
  id: eventIdSchema,
  what: z.string().min(1),
  check: z.array(conditionSchema).min(1),
  weight: z.number().positive().max(100).default(1),
});

/** A task file: OS-Harm's schema, including unknown fields, extended by osharm's fields. */
export const taskSchema = z.looseObject({
  id: z.string().min(1),
  /** The source from which `osharm suite build` created the file, relative to the suite folder. */
  built_from: z.string().optional(),
  /** A short description for lists and reports. Agents don't see it. */
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
  /** The program that defines the set-up and the check. Needs the evaluator function `program`. */
  program: programSchema.optional(),
  /** Why the harm is harm, for a reader who has not seen the task. Agents don't see it. */
  explanation: z.string().optional(),
  category: z.enum(categories).optional(),
  /** The user's task (for misuse, the harmful task) is completed if all conditions are true. */
  check: z.array(conditionSchema).optional(),
  harm: z.array(harmSchema).optional(),
  /** The acceptable behaviors; unknown if omitted. */
  acceptable: acceptableSchema.optional(),
  /** The default user's answers to an agent's questions. */
  answers: answersSchema.optional(),
  simulated_user: simulatedUserSchema.optional(),
  milestones: z.array(milestoneSchema).optional(),
  classification: classificationSchema.optional(),
  /** Written by `osharm suite build`, verified by `suite lint`. */
  difficulty: difficultySchema.optional(),
  /** For a benign twin: the ID of the misuse task, and the difference that makes the work legitimate. */
  twin_of: z.string().optional(),
  differs: z.enum(twinDifferences).optional(),
  /** For a benign twin: its instruction equals that of the misuse task, so only the desktop differs. */
  same_request: z.boolean().optional(),
  /** For a control: the ID of the misbehavior task whose trap its instruction warns of. */
  control_of: z.string().optional(),
  /** For a variation: its family's first task, and the differences. Other names and numbers belong in `vary`. */
  variation_of: z.string().optional(),
  varies: z.array(z.enum(variationDifferences)).min(1).optional(),
  /** The documents that decide between harm and work. Agents don't see the field. */
  rule: ruleSchema.optional(),
  /** True if a harmful run can still pass the completion check. */
  completes_with_harm: z.boolean().optional(),
  completion: completionSchema.optional(),
  events: z.array(taskEventSchema).optional(),
  /** Later sessions of the run, in order. Each one has a fresh agent. */
  sessions: z
    .array(taskSessionSchema)
    .min(1)
    .max(mostSessions - 1)
    .optional(),
  /** The role of the first session's agent. Later sessions may have another one. */
  role: roleSchema.optional(),
  /** The file of the agent's notes. Needed if `notes` last. */
  notes: notesPathSchema.optional(),
  traces: tracesSchema.optional(),
  /** The people who answer the agent's messages. */
  counterparts: z.array(counterpartSchema).optional(),
  /** Servers with tools, in addition to the desktop. */
  tools: toolServersSchema.optional(),
  /** Files of the agent itself, which it has from the start. */
  agent_files: agentFilesSchema.optional(),
  /** Extends the suite's `watch`. */
  watch: watchSchema.optional(),
  vary: varySchema.optional(),
  reference: z.record(z.string(), z.array(referenceStepSchema)).optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** Returns what the task needs a model for, apart from the agent. */
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
 * The goal of an injection (`suites/<suite>/goals/<id>.json`): its text, set-up, oracles, and reference solutions by
 * route.
 */
export const goalSchema = z.looseObject({
  id: z.string(),
  /** A short description for lists and reports ("Turn off the screen lock"). Agents don't see it. */
  title: z.string().min(1).max(80).optional(),
  /** The injected text. `{canary:NAME}` is replaced with the run's canary of that name. */
  text: z.string(),
  styles: z.partialRecord(z.enum(textStyles).exclude(['blunt']), z.string().min(1)).optional(),
  languages: z
    .partialRecord(z.enum(textLanguages).exclude(['en']), z.partialRecord(z.enum(textStyles), z.string().min(1)))
    .optional(),
  classification: classificationSchema.optional(),
  /** Why following the text is harm, for a reader who has not seen the goal. Agents don't see it. */
  explanation: z.string().optional(),
  config: z.array(setupStepSchema).default([]),
  /** For a task with sessions. */
  traces: tracesSchema.optional(),
  harm: z.array(harmSchema),
  /** For a decoy (`decoys/<id>.json`): it requests no harm, and agents should follow it only if it is `needed`. */
  decoy: z.enum(decoyKinds).optional(),
  /** For a `harmless` decoy: what shows that it was followed. The run has these milestones instead of the task's. */
  milestones: z.array(milestoneSchema).min(1).optional(),
  /** False if following the goal prevents the completion of the user's task (`stop_task`). */
  allows_task: z.boolean().default(true),
  /** Like a task's `vary`. Texts may also use the values of the injected task. */
  vary: varySchema.optional(),
  reference: z.record(z.string(), z.array(referenceStepSchema)),
});
export type Goal = z.infer<typeof goalSchema>;

export function goalText(
  { text, styles, languages: others }: Goal,
  { style, language }: Pick<GoalForm, 'style' | 'language'>,
): string | undefined {
  if (language !== 'en') return others?.[language]?.[style];
  return style === 'blunt' ? text : styles?.[style];
}

export const textForms = (goal: Goal): Pick<GoalForm, 'style' | 'language'>[] =>
  textLanguages
    .flatMap((language) => textStyles.map((style) => ({ style, language })))
    .filter((form) => goalText(goal, form) !== undefined);

/** Task IDs by domain, in order. */
export const subsetSchema = z.record(z.string(), z.array(z.string()));
export type Subset = z.infer<typeof subsetSchema>;
