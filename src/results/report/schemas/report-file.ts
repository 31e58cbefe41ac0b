import { z } from 'zod';

const rate = z
  .looseObject({
    count: z.number().int(),
    n: z.number().int(),
    rate: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .describe('a share of 1 with its 95 % interval; null where n is 0');

const ofModel = { model: z.string(), isReference: z.boolean().describe('a reference agent, not a model') };
const category = {
  ...ofModel,
  category: z.string(),
  runs: z.number().int(),
  tasks: z.number().int(),
  judged: z.number().int(),
  unsafe: rate,
  completed: rate,
  unsafeAndCompleted: rate,
  harm: z.looseObject({ fixed: rate, attempted: rate, completed: rate }),
};

const run = z.looseObject({
  ...ofModel,
  run: z.string().describe('below the folder that was read'),
  category: z.string(),
  application: z.string(),
  taskId: z.string(),
  injection: z.looseObject({ vector: z.string(), goal: z.string() }).nullable(),
  repeat: z.number().int().min(1),
  setup: z.string(),
  outcome: z.string().nullable(),
  isComplete: z.boolean(),
  unsafe: z.boolean().nullable(),
  completed: z.boolean().nullable(),
  violationStep: z.number().int().nullable(),
  score: z.number().nullable(),
  harm: z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed']).nullable(),
  exposure: z.enum(['none', 'partial', 'full']).nullable(),
  error: z.looseObject({ blame: z.string(), code: z.string(), message: z.string() }).nullable(),
  substitutedApps: z.array(z.string()),
  steps: z.number().int(),
  pictures: z.number().int(),
  wallMs: z.number().nullable(),
  spent: z.record(z.string(), z.looseObject({ calls: z.number(), costUsd: z.number().nullable() })),
});

const byAttempts = z.array(z.looseObject({ attempts: z.number().int(), broken: rate }));
const search = z.looseObject({
  ...ofModel,
  folder: z.string().describe('below the folder that was read'),
  defences: z.string().nullable(),
  success: z.string().describe('from which grade on a payload is a success'),
  maxQueries: z.number().int().describe('attempts of one search'),
  fromExposure: z.boolean().describe('trials of searches began where an earlier one was shown its payload'),
  targets: z.number().int(),
  heldOut: z.number().int(),
  sealedUntil: z.string(),
  threatModel: z.string().describe('SHA-256'),
  strategies: z.array(
    z.looseObject({
      strategy: z.string(),
      searches: z.number().int(),
      unfinished: z.number().int(),
      bySuccess: byAttempts,
      curve: byAttempts,
      queries: z.number().int(),
      steps: z.number().int(),
      sharedSteps: z.number().int().describe('steps that an earlier trial did: nobody was asked for them'),
      undecided: z.number().int(),
      attackerRefused: z.number().int().describe('queries without a run: the attacker’s model refused'),
      attackerUnusable: z.number().int().describe('queries without a run: what it made could not be used'),
      queriesPerSuccess: z.number().nullable(),
      usdPerSuccess: z.number().nullable(),
      confirmedOnSeeds: rate,
      confirmedOnTasks: rate,
    }),
  ),
  operators: z.array(
    z.looseObject({ axis: z.string(), value: z.string(), queries: z.number().int(), initiated: rate, success: rate }),
  ),
  benign: z
    .looseObject({
      runs: z.number().int(),
      done: rate,
      intervened: rate,
      steps: z.number(),
      usd: z.number().nullable(),
    })
    .nullable()
    .describe('the tasks without a payload'),
  transfers: z.array(
    z.looseObject({
      source: z.string(),
      genome: z.record(z.string(), z.string()),
      runs: z.number().int(),
      undecided: z.number().int(),
      success: rate,
    }),
  ),
  foundOn: z.record(z.string(), z.string()).describe('source of a transfer: the agent that it was found on'),
  winners: z.array(
    z.looseObject({
      target: z.string(),
      strategy: z.string(),
      attempts: z.number().int(),
      payload: z.string().describe('SHA-256 of the text'),
      genome: z.record(z.string(), z.string()),
      grade: z.string(),
      directory: z.string().nullable(),
    }),
  ),
});

export const reportFile = z
  .looseObject({
    judge: z.string(),
    groups: z.array(
      z.looseObject({
        protocol: z.string(),
        provider: z.string(),
        image: z.string(),
        suite: z.string(),
        setup: z.string().describe('how agents saw and acted, defences, user, network'),
        mixed: z.array(z.looseObject({ model: z.string(), setting: z.string(), values: z.array(z.string()) })),
        versioned: z.number().int(),
        coverage: z.looseObject({ judged: z.number().int(), runs: z.number().int() }),
        oracleCoverage: z.looseObject({ decided: z.number().int(), runs: z.number().int() }),
        judgedErrors: z
          .number()
          .int()
          .describe('of the runs of coverage, those that ended in an error and were judged'),
        incomplete: z.number().int(),
        substituted: z.looseObject({ runs: z.number().int(), applications: z.array(z.string()) }),
        categories: z.array(z.looseObject(category)),
        applications: z.array(z.looseObject({ ...category, application: z.string() })),
        trivial: z
          .array(
            z.looseObject({
              agent: z.enum(['refuse', 'idle', 'ask', 'replay']),
              known: z.enum(['run', 'by definition', 'not run']),
              items: z.number().int(),
              unsafe: rate.nullable(),
              completed: rate.nullable(),
              safeAndUseful: z.number().nullable(),
            }),
          )
          .describe('agents without any ability on the same tasks'),
        items: z
          .array(
            z.looseObject({
              category: z.string(),
              domain: z.string(),
              taskId: z.string(),
              injection: z.looseObject({ vector: z.string(), goal: z.string() }).nullable(),
              agents: z.number().int(),
              right: z.number().describe('mean over agents of the share of runs that came out right'),
              discrimination: z.number().nullable(),
            }),
          )
          .describe('each task, with two agents or more'),
        heldOut: z
          .array(
            z.looseObject({
              ...ofModel,
              category: z.string(),
              measure: z.enum(['unsafe', 'completed']),
              onPublic: rate,
              onHeldOut: rate,
              gap: z.looseObject({ difference: z.number(), low: z.number(), high: z.number() }).nullable(),
            }),
          )
          .describe('beside tasks held out of this suite'),
        categoryMeans: z.array(
          z.looseObject({
            ...ofModel,
            categories: z.number().int(),
            denominators: z.record(z.string(), z.number().int()).describe('runs that `unsafe` is of'),
            judgedDenominators: z.record(z.string(), z.number().int()).describe('runs that the other two are of'),
            unsafe: z.number(),
            completed: z.number().nullable(),
            unsafeAndCompleted: z.number().nullable(),
          }),
        ),
        safeAndUseful: z.array(
          z.looseObject({
            ...ofModel,
            misuse: rate,
            injection: rate,
            misbehavior: rate,
            mean: z.number().nullable().describe('of the three; null where one is not known'),
            overRefusal: rate.describe('of the benign twins'),
          }),
        ),
        repeats: z.array(
          z.looseObject({
            ...ofModel,
            category: z.string(),
            k: z.number().int(),
            cells: z.number().int(),
            leftOut: z.number().int(),
            safeAll: rate,
            completedAll: rate,
            worstUnsafe: rate,
          }),
        ),
        utility: z.array(z.looseObject({ ...ofModel, utility: rate, utilityUnderAttack: rate, success: rate })),
        attacks: z.array(
          z.looseObject({ ...ofModel, by: z.string(), name: z.string(), success: rate, successGivenExposure: rate }),
        ),
        matrix: z.array(z.looseObject({ model: z.string(), vector: z.string(), goal: z.string(), success: rate })),
        outcomes: z.array(
          z.looseObject({ ...ofModel, category: z.string(), outcomes: z.record(z.string(), z.number()) }),
        ),
        errors: z.array(z.looseObject({ blame: z.string(), code: z.string(), runs: z.number().int() })),
        costs: z.array(z.looseObject({ ...ofModel, runs: z.number().int(), costUsd: z.number().nullable() })),
      }),
    ),
    searches: z.array(search).describe('attacks by osharm attack; their trials are in no group and not in runs'),
    runs: z.array(run),
    isFailed: z.boolean().optional().describe('with --fail-if: a condition holds, or can’t be checked'),
    checks: z
      .array(
        z.looseObject({
          model: z.string(),
          group: z.string().describe('what is never pooled: protocol, suite, provider, image, setup'),
          conditions: z.array(
            z.looseObject({
              condition: z.string(),
              failed: z.boolean().nullable().describe('null: a figure is missing'),
              values: z.record(z.string(), z.number().nullable()),
            }),
          ),
        }),
      )
      .optional()
      .describe('with --fail-if: for each model what the conditions came to'),
  })
  .describe('osharm report --json.');
