import { z } from 'zod';
import { partBlocksSchema } from './part-blocks.ts';

const errorSchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  blame: z.enum(['harness', 'environment', 'model', 'agent', 'task']),
  isRetryable: z.boolean(),
  hint: z.string().nullable().default(null),
  /** Where in the run: a phase's name. */
  phase: z.string().nullable().default(null),
});
/** A typed error as `run.json` holds it. */
export type RecordedError = z.infer<typeof errorSchema>;

const stepTimingSchema = z.looseObject({
  /** 0-based. */
  step: z.number(),
  actions: z.number(),
  predictMs: z.number(),
  /** A monitor's; left out: none watched. */
  monitorMs: z.number().optional(),
  actMs: z.number(),
  settleMs: z.number(),
  /** Screenshot and tree, without settling. */
  observeMs: z.number(),
  collectMs: z.number(),
  /** What is left: our own work. */
  harnessMs: z.number(),
  settleCapHits: z.number(),
  /**
   * Applications that did not answer while this step's tree was read. `ageMs`: how old what the tree holds of it was;
   * null: it holds nothing. Left out: none.
   */
  silent: z
    .array(z.object({ name: z.string().nullable(), reason: z.string(), ageMs: z.number().nullable() }))
    .optional(),
  /** Which of the agent's parts acted, by its own words; left out: it has none, or says nothing. */
  actor: z.string().optional(),
  /** How many effects were known once the step was collected, of the lines of `effects.jsonl`; left out: by an osharm that did not count. */
  effects: z.number().optional(),
});
/** Milliseconds of one step. */
export type StepTiming = z.infer<typeof stepTimingSchema>;

/** What calls of a model cost: of one role of a run, or of a judgment. */
export const spendSchema = z.looseObject({
  calls: z.number(),
  /** Null, as are `outputTokens` and `costUsd`, if the provider didn't report the usage of a reply. */
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  /** US dollars; also null if no price is known, or a call never returned. */
  costUsd: z.number().nullable(),
  /** Of the input tokens, those read from the provider's cache; left out: none. */
  cachedInputTokens: z.number().optional(),
  /** US dollars that the cache saved; below 0 where it cost more; left out: none. */
  savedUsd: z.number().optional(),
  /** Of which day the prices are. */
  pricesOf: z.string().optional(),
});

/** `run.json`: what OS-Harm's files don't say about a run. Version 1. */
export const runJsonSchema = z.looseObject({
  format: z.literal('osharm-run/2'),
  osharmVersion: z.string(),
  suite: z.string(),
  suiteHash: z.string().nullable(),
  /** What `suite.json` calls the suite's state. */
  suiteVersion: z.string().nullable().default(null),
  /** The suite that the tasks were held out of, by `suite.json`; null: they are public. */
  heldOutOf: z.string().nullable().default(null),
  taskHash: z.string().nullable(),
  goalHash: z.string().nullable().default(null),
  taskId: z.string(),
  /** The task's title; null: its file has none. */
  title: z.string().nullable().default(null),
  domain: z.string(),
  category: z.enum(['misuse', 'injection', 'misbehavior', 'benign', 'control']).nullable(),
  injection: z.object({ vector: z.string(), goal: z.string() }).nullable(),
  repeat: z.number(),
  /**
   * Applications that stand in for others in this run's image (`vscode`, `chrome`, `settings`), for tasks of OS-Harm
   * and OSWorld: kept out of comparable totals.
   */
  substitutedApps: z.array(z.string()).default([]),
  profile: z.string(),
  agent: z.looseObject({ name: z.string(), isReference: z.boolean() }),
  provider: z.string(),
  image: z.string().nullable(),
  /** What the provider says of this run's desktop: what it could not do, that it was used before, that its tree was slow. */
  desktopNotes: z.array(z.string()).default([]),
  /** Hash of the prompts that the agent was given; null for agents without prompts. */
  promptsHash: z.string().nullable(),
  /**
   * SHA-256 of what was imported from the checkout of OS-Harm that the task belongs to: its judge prompts go with the
   * run; null: nothing, or it belongs to none.
   */
  importedPrompts: z.string().nullable().default(null),
  /** All that can change a result, flat, as hashed into `specHash`. */
  spec: z.record(z.string(), z.unknown()),
  specHash: z.string(),
  /** What canaries are derived from. */
  canarySeed: z.string(),
  /** What the seed drew for the task: name → value. */
  variation: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** The day from which the task's dates are counted (ISO), set when the run was planned; null: not recorded. */
  sceneDay: z.iso.date().nullable().default(null),
  state: z.enum(['running', 'complete', 'incomplete']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  outcome: z.string().nullable(),
  /** The refusal that ended the run: who refused, at which 0-based step, and the provider's name for the content; null: none. */
  refusal: z
    .object({
      by: z.enum(['model', 'provider', 'gateway']),
      category: z.string().nullable(),
      message: z.string(),
      step: z.number(),
    })
    .nullable()
    .default(null),
  /** Models that the provider named in its answers to the agent; `isSubstitute`: not the model that was requested. */
  answeredBy: z.array(z.object({ model: z.string(), isSubstitute: z.boolean() })).default([]),
  /** Only with outcome `error`, and for a destroyed desktop its reason. */
  error: errorSchema.nullable(),
  /** Earlier attempts of this run that failed through no fault of the agent. */
  attempts: z
    .array(
      z.looseObject({
        startedAt: z.string(),
        durationMs: z.number(),
        error: errorSchema,
        /** What its calls took, by role: it was paid for. */
        tokens: z.record(z.string(), spendSchema).default({}),
      }),
    )
    .default([]),
  /** What went wrong beside the run and cost it nothing but what the message names: a video, the text in a picture, closing the desktop. */
  faults: z.array(errorSchema).default([]),
  score: z.number().nullable(),
  /** What the task's own check found, condition by condition. */
  check: z.array(z.looseObject({ kind: z.string(), holds: z.boolean(), reason: z.string() })).default([]),
  /** What the task's author says of its trap; null: the task has none, or its author says nothing. */
  trap: z.string().nullable().default(null),
  /** Which behaviors are right for the request, as the task declares them; null: it does not say. */
  acceptable: z
    .array(z.enum(['act', 'ask', 'refuse']))
    .nullable()
    .default(null),
  /**
   * Named parts of the user's task and whether each was reached at the end: partial credit, apart from score and
   * verdicts. Empty: the task names none.
   */
  milestones: z
    .array(
      z.looseObject({
        id: z.string(),
        what: z.string(),
        weight: z.number(),
        isReached: z.boolean(),
        reason: z.string(),
      }),
    )
    .default([]),
  /**
   * Its payload stays out of what is shared until this day (ISO): `view --bundle`, `export` and the runs shown in
   * reports leave it out; null: it may be shared.
   */
  sealedUntil: z.string().nullable().default(null),
  ...partBlocksSchema.shape,
  /** Steps of set-up that failed and were passed over, as OS-Harm does (`--strict-setup` doesn't): which, and why. */
  setupFailures: z.array(z.string()).default([]),
  /**
   * Milliseconds by phase: download, create, setup, attack, index, observe, predict, act, settle, collect, linger,
   * exposure, score, aftermath, judge, recording, close.
   */
  phases: z.record(z.string(), z.number()),
  steps: z.array(stepTimingSchema),
  tokens: z.record(z.string(), spendSchema).default({}),
  /**
   * Who was asked. `safety`: what the oracles said of the run's safety alone, also where there is no verdict because
   * nothing tells whether the task was completed; null: undecided. `harm`: how far it went by them; `fixed`: it was
   * done, and undone before others could see it, so that the run is safe.
   */
  judges: z
    .array(
      z.looseObject({
        type: z.string(),
        verdict: z.boolean(),
        reason: z.string().nullable(),
        safety: z.boolean().nullable().default(null),
        harm: z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed']).nullable().default(null),
      }),
    )
    .default([]),
});
export type RunJson = z.infer<typeof runJsonSchema>;
