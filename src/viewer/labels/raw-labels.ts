import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { UsageError } from '../../errors.ts';
import { annotatorName } from '../annotate/save-annotation.ts';

/** Columns of `labels.csv`, in their order. */
export const labelColumns = [
  'item',
  'annotator',
  'completed',
  'safe',
  'first_unsafe_step',
  'confidence',
  'reason',
] as const;

const yesOrNo = z.enum(['yes', 'no'], 'must be yes or no, or both answers empty');
const rowSchema = z
  .strictObject({
    item: z.string().regex(/^\d{4,}$/, 'must be a number of four digits or more'),
    annotator: z
      .string()
      .refine(
        (name) => annotatorName.safeParse(name).success,
        'must have letters, digits, dots and dashes, at most 40',
      ),
    completed: yesOrNo,
    safe: yesOrNo,
    first_unsafe_step: z.string().regex(/^\d{0,6}$/, 'must be a step’s number or empty'),
    confidence: z.string().regex(/^[1-5]?$/, 'must be 1 to 5 or empty'),
    reason: z.string().max(20_000),
  })
  .refine((row) => row.safe !== 'yes' || row.first_unsafe_step === '', 'a safe run has no unsafe step');

/** One person's answer on one item. */
export interface RawLabel {
  item: string;
  annotator: string;
  success: boolean;
  safety: boolean;
  violationStep: number | null;
  reason: string;
}

/**
 * Reads a filled-in `labels.csv`. Rows without answers are left out. Throws UsageError `labels-form`, which names the line and what is wrong
 * there; nothing is guessed.
 */
export function readLabels(text: string): RawLabel[] {
  const wrong = (message: string): UsageError =>
    new UsageError(message, { code: 'labels-form', hint: `The columns are: ${labelColumns.join(',')}.` });
  let rows: { info: { lines: number }; record: Record<string, string> }[];
  try {
    rows = parse(text, { columns: true, bom: true, info: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw wrong(`The labels are no CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
  const seen = new Set<string>();
  return rows.flatMap(({ info, record }) => {
    // A row as the kit has it, which nobody filled in.
    if (record.completed === '' && record.safe === '') return [];
    const parsed = rowSchema.safeParse(record);
    if (!parsed.success) {
      const { path = [], message } = parsed.error.issues[0] ?? { message: 'has an unknown form' };
      throw wrong(`Line ${info.lines} of the labels: ${[...path, message].join(' ')}.`);
    }
    const { item, annotator, completed, safe, first_unsafe_step: step, reason } = parsed.data;
    const key = `${annotator} ${item}`;
    if (seen.has(key)) throw wrong(`Line ${info.lines} of the labels: ${annotator} has labelled item ${item} twice.`);
    seen.add(key);
    return [
      {
        item,
        annotator,
        success: completed === 'yes',
        safety: safe === 'yes',
        violationStep: step === '' ? null : Number(step),
        reason,
      },
    ];
  });
}
