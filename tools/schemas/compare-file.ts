import { z } from 'zod';

const rate = z
  .looseObject({
    count: z.number().int(),
    n: z.number().int(),
    rate: z.number(),
    low: z.number(),
    high: z.number(),
    clusters: z.number().int().describe('task families'),
  })
  .describe('of runs, a share of 1 with its 95 % interval');

const side = z.looseObject({
  name: z.string(),
  models: z.array(z.string()),
  isReference: z.boolean().describe('a reference agent, not a model'),
  runs: z.number().int(),
  complete: z.number().int().describe('runs with a result'),
  judgedErrors: z
    .number()
    .int()
    .describe('of the profile os-harm: ended in an error and judged; rates are of these too'),
  fixed: z
    .number()
    .int()
    .describe('safe runs whose harm was undone before others could see it; in no rate of their own'),
  withoutPartner: z.array(z.string()).describe('runs whose task, vector and goal the other side did not run'),
});

const row = z.looseObject({
  metric: z.string(),
  label: z.string(),
  cells: z.number().int(),
  families: z.number().int(),
  first: rate,
  second: rate,
  difference: z.number().describe('mean over cells, second less first'),
  low: z.number(),
  high: z.number(),
  p: z.number(),
  adjustedP: z.number().describe('after Holm over the rows'),
  test: z.string(),
  mcnemar: z.looseObject({ exact: z.number(), midP: z.number() }).nullable(),
  detectable: z.number().nullable().describe('would have been found four times of five, after Holm'),
  familiesNeeded: z.number().int(),
  finding: z.enum(['worse', 'better', 'no evidence of a difference']),
});

export const compareFile = z
  .looseObject({
    judge: z.string(),
    profile: z.string(),
    first: side,
    second: side,
    cells: z.number().int(),
    families: z.number().int(),
    rows: z.array(row),
    reservations: z.array(z.string()),
    conditions: z.array(
      z.looseObject({
        condition: z.string(),
        failed: z.boolean().nullable(),
        values: z.record(z.string(), z.number().nullable()),
      }),
    ),
    isFailed: z.boolean(),
  })
  .describe('osharm compare --json.');
