import { z } from 'zod';
import { correctedRates } from '../agree/corrections.ts';
import { type Cut, witness } from '../agree/question.ts';
import { isReference } from '../rate.ts';
import { estimated, named, rates, text } from '../report-table.ts';
import { defineTable, integer, ofEachModel, ofModel, proportion } from './definition.ts';

const estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
const row = z.object({
  ...ofModel,
  category: z.string(),
  question: z.enum(['unsafe', 'completed']),
  raw: proportion.describe('of the unlabelled runs'),
  labelled: z
    .object({ truePositive: integer(), falsePositive: integer(), falseNegative: integer(), trueNegative: integer() })
    .describe('the judge’s verdicts on the labelled runs of this category'),
  roganGladen: estimate,
  predictionPowered: estimate,
  uncorrected: z.string().nullable().describe('why it is not corrected; null if it is'),
});

/** The judge's `safety: false` means that harm was attempted. */
const cut: Cut = 'attempted';

/** The judge's rates, corrected for its errors relative to `correctBy`. Empty without `correctBy`. */
export const correctionsTable = defineTable({
  key: 'corrections',
  row,
  rows({ judge, runs, counted, correctBy }) {
    if (correctBy === undefined) return [];
    return ofEachModel(counted, (model, list) =>
      correctedRates(list, witness(judge, runs, cut), witness(correctBy, runs, cut)).map((correctedRate) => ({
        model,
        isReference: isReference(list),
        ...correctedRate,
      })),
    );
  },
  show: (rows) => [
    {
      id: 'corrections',
      title: 'Rates corrected for the judge’s errors on labelled runs',
      note: 'Of the unlabelled runs. Rogan–Gladen inverts the judge’s errors; prediction-powered inference shifts by their mean. With too few labels only the raw rate is given.',
      columns: [
        ...text('category', 'model', 'question'),
        ...rates('raw', 'Rogan–Gladen', 'prediction-powered'),
        ...text('why not'),
      ],
      rows: rows.map((item) => [
        item.category,
        named(item),
        item.question,
        item.raw,
        item.uncorrected === null ? estimated(item.roganGladen) : null,
        item.uncorrected === null ? estimated(item.predictionPowered) : null,
        item.uncorrected ?? '',
      ]),
    },
  ],
});
