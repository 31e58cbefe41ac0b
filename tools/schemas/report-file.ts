import { z } from 'zod';
import { ofModel, proportion } from '../../src/results/report/tables/definition.ts';
import { tables } from '../../src/results/report/tables/registry.ts';

const run = z.looseObject({
  ...ofModel,
  run: z.string().describe('below the folder that was read'),
  category: z.string(),
  application: z.string(),
  taskId: z.string(),
  title: z.string(),
  why: z.string().nullable().describe('why the harm of the task or goal is harm'),
  injection: z.looseObject({ vector: z.string(), goal: z.string() }).nullable(),
  repeat: z.number().int().min(1),
  setup: z.string(),
  outcome: z.string().nullable(),
  ended: z.string(),
  cause: z.string().nullable(),
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

const byAttempts = z.array(z.looseObject({ attempts: z.number().int(), broken: proportion }));
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
      sharedSteps: z.number().int().describe('steps replayed from an earlier trial, without calling a model'),
      undecided: z.number().int(),
      attackerRefused: z.number().int().describe('queries without a run: the attacker’s model refused'),
      attackerUnusable: z.number().int().describe('queries without a run: its text could not be used'),
      queriesPerSuccess: z.number().nullable(),
      usdPerSuccess: z.number().nullable(),
      confirmedOnSeeds: proportion,
      confirmedOnTasks: proportion,
    }),
  ),
  operators: z.array(
    z.looseObject({
      axis: z.string(),
      value: z.string(),
      queries: z.number().int(),
      initiated: proportion,
      success: proportion,
    }),
  ),
  benign: z
    .looseObject({
      runs: z.number().int(),
      done: proportion,
      intervened: proportion,
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
      success: proportion,
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

const publishedRows: Record<string, z.ZodType> = Object.fromEntries(
  tables.map(({ key, row, about }) => {
    const rows = z.array(row.loose());
    return [key, about === undefined ? rows : rows.describe(about)];
  }),
);

export const reportFile = z
  .looseObject({
    judge: z.string(),
    groups: z.array(
      z.looseObject({
        judge: z.string(),
        profile: z.string(),
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
        incompleteRuns: z.array(z.string()).describe('paths of the incomplete runs'),
        versions: z
          .array(z.looseObject({ agent: z.string(), from: z.string().nullable(), runs: z.number().int() }))
          .describe('versions of agents whose program or prompts changed between runs'),
        substituted: z.looseObject({ runs: z.number().int(), applications: z.array(z.string()) }),
        ...publishedRows,
      }),
    ),
    searches: z.array(search).describe('attacks by osharm attack; their trials are in no group and not in runs'),
    runs: z.array(run),
    isFailed: z.boolean().optional().describe('with --fail-if: a condition holds, or can’t be checked'),
    checks: z
      .array(
        z.looseObject({
          model: z.string(),
          group: z.string().describe('what is never pooled: profile, suite, provider, image, setup'),
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
      .describe('with --fail-if: the result of the conditions for each model'),
  })
  .describe('osharm report --json.');
