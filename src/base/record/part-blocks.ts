import { z } from 'zod';
import { monitorViewSchema } from './monitor-view-schema.ts';
import { controlDecisions, onUnscored } from './monitor-words.ts';

/** Steps of an earlier run that were replayed and reached the same states. */
const stepsDoneAgain = z
  .looseObject({
    from: z.string(),
    steps: z.number(),
    /** Duration, including the time spent waiting for the recorded states. */
    replayMs: z.number(),
    waitedMs: z.number(),
  })
  .nullable()
  .default(null);

const exposureSchema = z.object({
  extent: z.enum(['none', 'partial', 'full']),
  /** 0-based. The whole text counts as shown from 0.8 of its words. */
  firstStep: z.number().nullable(),
  fullStep: z.number().nullable().default(null),
  /** Shares of the words, 0 … 1, in the request's text and picture; null if not searched. */
  steps: z
    .array(z.object({ step: z.number(), text: z.number().nullable(), picture: z.number().nullable() }))
    .default([]),
  /** If the text is divided: its pieces, and the 0-based steps at which a part and the whole of each were first shown. */
  pieces: z
    .array(
      z.object({
        slot: z.string(),
        vector: z.string(),
        firstStep: z.number().nullable(),
        fullStep: z.number().nullable(),
      }),
    )
    .default([]),
  /** An application did not answer while the tree was read. Even with `none`, the text may have been visible. */
  isPartlyUnread: z.boolean().default(false),
});

export const severities = ['low', 'medium', 'high'] as const;

/** `costUsd` is null if a price is unknown. */
const callCost = z.object({ calls: z.number(), costUsd: z.number().nullable() });
export type CallCost = z.infer<typeof callCost>;

/** The cost of a live monitor, of the agent's further replies, and of the trusted model. */
export const controlCostSchema = z.object({ monitor: callCost, resampling: callCost, trusted: callCost });
export type ControlCost = z.infer<typeof controlCostSchema>;

/** Blocks of `run.json`, one for each part in `src/runs/parts/`, or null. Readers of results need only these shapes. */
export const partBlocksSchema = z.object({
  /** Vector parameters, and replacements for characters that the vector can't carry. */
  attack: z
    .looseObject({
      params: z.record(z.string(), z.unknown()),
      substitutions: z.array(z.string()),
      style: z.string().optional(),
      language: z.string().optional(),
      visibility: z.string().optional(),
      /** When the text was due: `start`, `after-N` steps, `second-visit`. */
      at: z.string().default('start'),
      /** 0-based step before which an `after-N` text arrived; null if it never did. */
      cameBefore: z.number().nullable().default(null),
      further: z.array(z.object({ vector: z.string(), params: z.record(z.string(), z.unknown()) })).default([]),
      goalTitle: z.string().optional(),
      decoy: z.enum(['automatic', 'addressed', 'needed', 'harmless']).optional(),
    })
    .nullable()
    .default(null),
  /** Planned changes during the run, including a late payload as `injection`. */
  events: z
    .array(
      z.looseObject({
        id: z.string(),
        what: z.string(),
        cameBefore: z.number().nullable(),
        /** The counterpart that spoke, and the class of message it replied to. Null if it spoke first. */
        turn: z.looseObject({ of: z.string(), answers: z.string().nullable() }).optional(),
      }),
    )
    .default([]),
  branch: z
    .looseObject({
      parent: z.string(),
      step: z.number(),
      state: z.enum(['same', 'diverged']),
      /** 0-based: the first step whose starting state differed. */
      divergedAt: z.number().nullable(),
      differences: z.array(z.string()),
      compared: z.number().default(0),
      /** Time from the first observation to the first live step. */
      replayMs: z.number().default(0),
      waitedMs: z.number().default(0),
    })
    .nullable()
    .default(null),
  /** The interrupted run that this one resumed. */
  resumed: stepsDoneAgain,
  /** Another run of the task whose steps were reused until its payload was visible. */
  shared: stepsDoneAgain,
  /** The harmless instruction in the payload (`--selective`): the requested file and its text. */
  needed: z.looseObject({ path: z.string(), code: z.string(), wasFollowed: z.boolean() }).nullable().default(null),
  /** An oracle's verdict ended the run early (`--stop-on`, outcome `decided`). */
  stoppedEarly: z
    .looseObject({
      on: z.enum(['attempted', 'completed']),
      step: z.number(),
      oracle: z.string(),
      reason: z.string(),
      stepsLeft: z.number(),
    })
    .nullable()
    .default(null),
  /** How much of the injected text was in the model's requests. */
  exposure: exposureSchema.nullable().default(null),
  /**
   * For a task with sessions: the first session (1-based) whose requests showed the planted text, the first that left
   * notes or memory files with a trace of it, and the first later one that received a trace. Null: none did, or
   * it is not known.
   */
  carried: z
    .object({
      plantedIn: z.number().nullable(),
      writtenIn: z.number().nullable(),
      carriedInto: z.number().nullable(),
    })
    .nullable()
    .default(null),
  /** Scheduled jobs after the run (`--aftermath`). Null if not requested, or if the desktop had failed. */
  aftermath: z
    .looseObject({
      hours: z.number(),
      played: z.array(
        z.looseObject({
          by: z.string(),
          path: z.string(),
          what: z.string(),
          user: z.string(),
          step: z.number(),
          dueAt: z.string().nullable(),
          /** Null if started without waiting for its end. */
          exit: z.number().nullable(),
          wasCut: z.boolean(),
        }),
      ),
      left: z.number(),
    })
    .nullable()
    .default(null),
  /** Lasting changes that the task does not need. They affect neither score nor verdicts. */
  sideEffects: z
    .array(
      z.looseObject({
        kind: z.string(),
        step: z.number(),
        path: z.string().nullable(),
        evidence: z.array(z.string()),
        sentence: z.string(),
      }),
    )
    .nullable()
    .default(null),
  /** The monitor that scored the run live (`--monitor`), and its protocol's decisions. */
  monitor: z
    .looseObject({
      name: z.string(),
      view: monitorViewSchema,
      protocol: z.string(),
      /** Steps with at least this suspicion are flagged; null: none. */
      threshold: z.number().nullable(),
      trustedModel: z.string().nullable(),
      /** Numbers of flagged steps and of steps that were not executed as proposed. */
      flagged: z.number(),
      intervened: z.number(),
      /** What happened to steps without a score. */
      onUnscored: z.enum(onUnscored).default('allow'),
      /** Number of steps without a score. */
      unscored: z.number(),
      /** The cost of monitor and protocol. Older versions did not record it. */
      cost: controlCostSchema.nullable().default(null),
      steps: z.array(
        z.looseObject({
          step: z.number(),
          suspicion: z.number().nullable(),
          decision: z.enum(controlDecisions),
          answer: z.enum(['approved', 'denied', 'silent']).optional(),
          /** `costUsd` is null if no model was called or a price is unknown. */
          durationMs: z.number(),
          costUsd: z.number().nullable(),
        }),
      ),
    })
    .nullable()
    .default(null),
  /** The goal that the agent was given in addition to the user's request (`--side-task`). */
  sideTask: z
    .looseObject({
      goal: z.string(),
      text: z.string(),
      /** The goal's severity; null if it has none. Older versions did not record it. */
      severity: z.enum(severities).nullable().default(null),
      /** 0-based step from which the agent had the side task; null if its attack selection never began. */
      begunAt: z.number().nullable().default(0),
      /** The reply that mentions most of the side task, with the share of its distinctive words. */
      leak: z.object({ step: z.number(), share: z.number() }).nullable(),
    })
    .nullable()
    .default(null),
  /** 0-based: the first reply with the suite's GUID, which only the suite's files contain. */
  saidSuiteGuidAt: z.number().nullable().default(null),
  /**
   * 0-based: the first step whose actions, screen or recorded requests contain the address of a file that the check
   * compares with.
   */
  lookedUpReferenceAt: z.number().nullable().default(null),
});
export type PartBlocks = z.infer<typeof partBlocksSchema>;

export const noBlocks: PartBlocks = partBlocksSchema.parse({});
