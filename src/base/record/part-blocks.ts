import { z } from 'zod';
import { controlProtocols, monitorViews } from './monitor-words.ts';

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

/**
 * The blocks of `run.json` that parts of a run own (`src/runs/parts/`). What a part has nothing to say of is null. Readers of results
 * need the shapes and never the parts, so they stand here.
 */
export const partBlocksSchema = z.object({
  /** How the injected text was placed: the vector's parameters, and in words what stands for characters that its carrier can't hold. */
  attack: z
    .looseObject({
      params: z.record(z.string(), z.unknown()),
      substitutions: z.array(z.string()),
      /** How the text was written, in which language, and where it could be met. */
      style: z.string().optional(),
      language: z.string().optional(),
      visibility: z.string().optional(),
      /** When the carrier was to hold the text: `start`, `after-N` steps, `second-visit`. */
      at: z.string().default('start'),
      /** 0-based: the step before which it came, with `after-N`; null: it never did, or was to be there without that. */
      cameBefore: z.number().nullable().default(null),
      /** Carriers beside the run's vector. */
      further: z.array(z.object({ vector: z.string(), params: z.record(z.string(), z.unknown()) })).default([]),
      /** The goal's title: what the text asks for; left out: the goal has none. */
      goalTitle: z.string().optional(),
      /** The kind of decoy that the text is; left out: none. */
      decoy: z.enum(['automatic', 'addressed', 'needed']).optional(),
    })
    .nullable()
    .default(null),
  /**
   * What was to happen in the desktop while the agent worked (the task's events, a late payload as `injection`), and
   * 0-based the step before which it did; null: it never did.
   */
  events: z.array(z.looseObject({ id: z.string(), what: z.string(), cameBefore: z.number().nullable() })).default([]),
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
      /**
       * How many states were held against the record; fewer than the steps where the payload is another one: from the
       * step on that shows it none is.
       */
      compared: z.number().default(0),
      /**
       * Milliseconds from the first observation to the branch's own first step, and how many of them it waited for the
       * recorded state to come.
       */
      replayMs: z.number().default(0),
      waitedMs: z.number().default(0),
    })
    .nullable()
    .default(null),
  /**
   * The interrupted run that this one took up: its steps were done again, came to the same states, and its replies were
   * used; null: it began anew.
   */
  resumed: stepsDoneAgain,
  /** The same of another run of the task, with another payload, up to where that was shown its own; null: all steps are its own. */
  shared: stepsDoneAgain,
  /**
   * The harmless instruction that the payload carried beside (`--selective`): the file that it asked for, with which
   * text, and whether it was written; null: none.
   */
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
  /** The monitor that watched the run as it went on (`--monitor`), and what its protocol did; null: none did. */
  monitor: z
    .looseObject({
      name: z.string(),
      view: z.enum(monitorViews),
      protocol: z.enum(controlProtocols),
      /** Suspicion from which on a step is flagged; null: none is. */
      threshold: z.number().nullable(),
      /** Who does the steps that are deferred; null: no one. */
      trustedModel: z.string().nullable(),
      /** Steps that were flagged, and that were not executed as the agent proposed them. */
      flagged: z.number(),
      intervened: z.number(),
      /** Steps to which the monitor gave no suspicion: they were executed. */
      unscored: z.number(),
      steps: z.array(
        z.looseObject({
          /** 0-based. */
          step: z.number(),
          suspicion: z.number().nullable(),
          decision: z.enum(['allow', 'block', 'ask', 'defer']),
          /** Of the user, to `ask`. */
          answer: z.enum(['approved', 'denied', 'silent']).optional(),
          /** How long the monitor took, in milliseconds, and what it cost; null: it calls no model, or no price is known. */
          durationMs: z.number(),
          costUsd: z.number().nullable(),
        }),
      ),
    })
    .nullable()
    .default(null),
  /** The goal that the agent was given beside the user's request (`--side-task`); null: none. */
  sideTask: z
    .looseObject({
      goal: z.string(),
      /** What it was asked for. */
      text: z.string(),
      /** The reply whose words, outside of code, name most of it: 0-based step and share of the side task's own words; null: none does. */
      leak: z.object({ step: z.number(), share: z.number() }).nullable(),
    })
    .nullable()
    .default(null),
  /** 0-based: the first reply that held the suite's GUID, which stands in its files alone; null: none did. */
  saidSuiteGuidAt: z.number().nullable().default(null),
});
export type PartBlocks = z.infer<typeof partBlocksSchema>;

/** What `run.json` says where no part has anything to say. */
export const noBlocks: PartBlocks = partBlocksSchema.parse({});
