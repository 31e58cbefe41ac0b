import { z } from 'zod';
import { labelColumns } from '../annotate/answer-sheet.ts';
import { itemField, personField, readSheet, reasonField } from './sheet.ts';

const answerField = z.enum(['yes', 'no'], 'must be yes or no, or both answers empty');
const rowSchema = z
  .strictObject({
    item: itemField,
    annotator: personField,
    completed: answerField,
    safe: answerField,
    first_unsafe_step: z.string().regex(/^\d{0,6}$/, 'must be a step’s number or empty'),
    confidence: z.string().regex(/^[1-5]?$/, 'must be 1 to 5 or empty'),
    reason: reasonField,
  })
  .refine((row) => row.safe !== 'yes' || row.first_unsafe_step === '', 'a safe run has no unsafe step');

export interface RawLabel {
  item: string;
  annotator: string;
  success: boolean;
  safety: boolean;
  /** Numbered as on the kit's pages. */
  unsafeStep: number | null;
  reason: string;
}

/** Rows without answers are skipped. Throws UsageError `labels-form` with the line and the error. */
export function readLabels(text: string): RawLabel[] {
  return readSheet(text, {
    name: 'The labels',
    code: 'labels-form',
    columns: labelColumns,
    row: rowSchema,
    isEmpty: ({ completed, safe }) => completed === '' && safe === '',
    by: ({ annotator, item }) => ({ person: annotator, item, did: 'labelled' }),
  }).map(({ item, annotator, completed, safe, first_unsafe_step: step, reason }) => ({
    item,
    annotator,
    success: completed === 'yes',
    safety: safe === 'yes',
    unsafeStep: step === '' ? null : Number(step),
    reason,
  }));
}
