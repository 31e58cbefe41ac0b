import { z } from 'zod';

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

/** Steps of an earlier run that were done again and came to the same states. */
const stepsDoneAgain = z
  .looseObject({
    /** Where that run, or what is left of it, is. */
    from: z.string(),
    steps: z.number(),
    /** Milliseconds that doing them again took, and how many of them it waited for the recorded states to come. */
    replayMs: z.number(),
    waitedMs: z.number(),
  })
  .nullable()
  .default(null);

const stepTimingSchema = z.looseObject({
  /** 0-based. */
  step: z.number(),
  actions: z.number(),
  predictMs: z.number(),
  actMs: z.number(),
  settleMs: z.number(),
  /** Screenshot and tree, without settling. */
  observeMs: z.number(),
  collectMs: z.number(),
  /** What is left: our own work. */
  harnessMs: z.number(),
  settleCapHits: z.number(),
  /** Applications that did not answer while this step's tree was read. `ageMs`: how old what the tree holds of it was; null: it holds nothing. Left out: none. */
  silent: z
    .array(z.object({ name: z.string().nullable(), reason: z.string(), ageMs: z.number().nullable() }))
    .optional(),
  /** Which of the agent's parts acted, by its own words; left out: it has none, or says nothing. */
  actor: z.string().optional(),
});
/** Milliseconds of one step. */
export type StepTiming = z.infer<typeof stepTimingSchema>;

const exposureSchema = z.object({
  extent: z.enum(['none', 'partial', 'full']),
  /** 0-based: the first step that held a part of it, and the first that held the whole (≥ 0.8 of its words). */
  firstStep: z.number().nullable(),
  fullStep: z.number().nullable().default(null),
  /** Shares of its words, 0 … 1, in the request's text and picture; null: there was none, or nobody looked any more. */
  steps: z
    .array(z.object({ step: z.number(), text: z.number().nullable(), picture: z.number().nullable() }))
    .default([]),
  /** An application did not answer while a tree was read that the model received: with `none`, the text may have been on the screen. */
  isPartlyUnread: z.boolean().default(false),
});

/** What calls of a model cost: of one role of a run, or of a judgment. */
export const spendSchema = z.looseObject({
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** US dollars; null where no price is known. */
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
  format: z.literal('osharm-run/1'),
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
  domain: z.string(),
  category: z.enum(['misuse', 'injection', 'misbehavior', 'benign', 'control']).nullable(),
  injection: z.object({ vector: z.string(), goal: z.string() }).nullable(),
  /** How the injected text was placed: the vector's parameters, and in words what stands for characters that its carrier can't hold. */
  attack: z
    .looseObject({
      params: z.record(z.string(), z.unknown()),
      substitutions: z.array(z.string()),
      /** How the text was written, in which language, and where it could be met. */
      level: z.string().optional(),
      language: z.string().optional(),
      visibility: z.string().optional(),
      /** When the carrier was to hold the text: `start`, `after-N` steps, `second-visit`. */
      at: z.string().default('start'),
      /** 0-based: the step before which it came, with `after-N`; null: it never did, or was to be there without that. */
      cameBefore: z.number().nullable().default(null),
      /** Carriers beside the run's vector. */
      further: z.array(z.object({ vector: z.string(), params: z.record(z.string(), z.unknown()) })).default([]),
      /** The kind of decoy that the text is; left out: none. */
      decoy: z.enum(['automatic', 'addressed', 'needed']).optional(),
    })
    .nullable()
    .default(null),
  repeat: z.number(),
  /** Applications that stand in for others in this run's image (`vscode`, `chrome`, `settings`), for tasks of OS-Harm and OSWorld: kept out of comparable totals. */
  substitutedApps: z.array(z.string()).default([]),
  protocol: z.string(),
  agent: z.looseObject({ name: z.string(), isReference: z.boolean() }),
  provider: z.string(),
  image: z.string().nullable(),
  /** What the provider says of this run's desktop: what it could not do, that it was used before, that its tree was slow. */
  desktopNotes: z.array(z.string()).default([]),
  /** Hash of the prompts that the agent was given; null for agents without prompts. */
  promptsHash: z.string().nullable(),
  /** SHA-256 of what was imported from the checkout of OS-Harm that the task belongs to: its judge prompts go with the run; null: nothing, or it belongs to none. */
  importedPrompts: z.string().nullable().default(null),
  /** All that can change a result, flat, as hashed into `specHash`. */
  spec: z.record(z.string(), z.unknown()),
  specHash: z.string(),
  /** What canaries are derived from. */
  canarySeed: z.string(),
  /** What the seed drew for the task: name → value. */
  variation: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  state: z.enum(['running', 'complete', 'incomplete']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  outcome: z.string().nullable(),
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
  /** Which run this one branches off, and whether doing its steps again led to the same state; null: off none. */
  branch: z
    .looseObject({
      /** Its directory. */
      parent: z.string(),
      /** 0-based: the first step of the branch's own. */
      step: z.number(),
      state: z.enum(['same', 'diverged']),
      /** 0-based: the first step before which the state was another one. */
      divergedAt: z.number().nullable(),
      differences: z.array(z.string()),
      /** How many states were held against the record; fewer than the steps where the payload is another one: from the step on that shows it none is. */
      compared: z.number().default(0),
      /** Milliseconds from the first observation to the branch's own first step, and how many of them it waited for the recorded state to come. */
      replayMs: z.number().default(0),
      waitedMs: z.number().default(0),
    })
    .nullable()
    .default(null),
  /** Its payload stays out of what is shared until this day (ISO): `view --bundle`, `export` and the runs shown in reports leave it out; null: it may be shared. */
  sealedUntil: z.string().nullable().default(null),
  /** The interrupted run that this one took up: its steps were done again, came to the same states, and its replies were used; null: it began anew. */
  resumed: stepsDoneAgain,
  /** The same of another run of the task, with another payload, up to where that was shown its own; null: all steps are its own. */
  shared: stepsDoneAgain,
  /** The harmless instruction that the payload carried beside (`--selective`): the file that it asked for, with which text, and whether it was written; null: none. */
  needed: z.looseObject({ path: z.string(), code: z.string(), wasFollowed: z.boolean() }).nullable().default(null),
  /** Where an oracle's word ended the run (`--stop-on`, outcome `decided`); null: nothing did. */
  stoppedEarly: z
    .looseObject({
      /** What it waited for. */
      on: z.enum(['attempted', 'completed']),
      /** 0-based: the last step. */
      step: z.number(),
      oracle: z.string(),
      reason: z.string(),
      /** Steps that the limit would have left. */
      stepsLeft: z.number(),
    })
    .nullable()
    .default(null),
  /** How much of the injected text the requests that the model received held. */
  exposure: exposureSchema.nullable().default(null),
  /** What happened after the run because it was set up to (`--aftermath`); null: nobody asked for it, or the desktop was gone. */
  aftermath: z
    .looseObject({
      /** Hours that went by. */
      hours: z.number(),
      played: z.array(
        z.looseObject({
          by: z.string(),
          /** The file that said so. */
          path: z.string(),
          what: z.string(),
          user: z.string(),
          /** 0-based step that set it up. */
          step: z.number(),
          /** By the desktop's clock; null: at the login. */
          dueAt: z.string().nullable(),
          /** Exit code; null: it was started and not waited for. */
          exit: z.number().nullable(),
          wasCut: z.boolean(),
        }),
      ),
      /** How many things more there were. */
      left: z.number(),
    })
    .nullable()
    .default(null),
  /** Lasting changes beside what the task asks for, apart from score and verdicts; null: nobody looked. */
  sideEffects: z
    .array(
      z.looseObject({
        kind: z.string(),
        /** 0-based step whose actions caused it; -1 before the first. */
        step: z.number(),
        path: z.string().nullable(),
        /** Ids of effects. */
        evidence: z.array(z.string()),
        sentence: z.string(),
      }),
    )
    .nullable()
    .default(null),
  /** Steps of set-up that failed and were passed over, as OS-Harm does (`--strict-setup` doesn't): which, and why. */
  setupFailures: z.array(z.string()).default([]),
  /** 0-based: the first reply that held the suite's GUID, which stands in its files alone; null: none did. */
  saidSuiteGuidAt: z.number().nullable().default(null),
  /** Milliseconds by phase: download, create, setup, attack, index, observe, predict, act, settle, collect, linger, exposure, score, aftermath, judge, recording, close. */
  phases: z.record(z.string(), z.number()),
  steps: z.array(stepTimingSchema),
  tokens: z.record(z.string(), spendSchema).default({}),
  /**
   * Who was asked. `safety`: what the oracles said of the run's safety alone, also where there is no verdict because nothing tells whether the task was
   * completed; null: undecided.
   */
  judges: z
    .array(
      z.looseObject({
        type: z.string(),
        verdict: z.boolean(),
        reason: z.string().nullable(),
        safety: z.boolean().nullable().default(null),
      }),
    )
    .default([]),
});
export type RunJson = z.infer<typeof runJsonSchema>;
