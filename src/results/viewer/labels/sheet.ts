import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { messageOf, UsageError } from '../../../base/errors.ts';
import { annotatorName } from '../annotate/save-annotation.ts';

/** Fields that every sheet has. */
export const itemField = z.string().regex(/^\d{4,}$/, 'must be a number of four digits or more');
export const personField = z
  .string()
  .refine((name) => annotatorName.safeParse(name).success, 'must have letters, digits, dots and dashes, at most 40');
export const reasonField = z.string().max(20_000);

/** What a sheet of answers is: one person's row on one item, at most once. */
export interface SheetForm<Row> {
  /** As messages call it: `the labels`. */
  name: string;
  /** Of its errors. */
  code: string;
  columns: readonly string[];
  row: z.ZodType<Row>;
  /** A row as the kit has it, which nobody filled in. */
  isEmpty(record: Record<string, string>): boolean;
  /** Whose answer on which item, and what that person has done: `labelled`. */
  by(row: Row): { person: string; item: string; did: string };
}

/** The filled-in rows of a sheet (CSV). Throws UsageError, which names the line and what is wrong there; nothing is guessed. */
export function readSheet<Row>(text: string, { name, code, columns, row, isEmpty, by }: SheetForm<Row>): Row[] {
  const wrong = (message: string): UsageError =>
    new UsageError(message, { code, hint: `The columns are: ${columns.join(',')}.` });
  let rows: { info: { lines: number }; record: Record<string, string> }[];
  try {
    rows = parse(text, { columns: true, bom: true, info: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw wrong(`${name} are no CSV: ${messageOf(error)}`);
  }
  const seen = new Set<string>();
  return rows.flatMap(({ info, record }) => {
    if (isEmpty(record)) return [];
    const parsed = row.safeParse(record);
    if (!parsed.success) {
      const { path = [], message } = parsed.error.issues[0] ?? { message: 'has an unknown form' };
      throw wrong(`Line ${info.lines} of ${name.toLowerCase()}: ${[...path, message].join(' ')}.`);
    }
    const { person, item, did } = by(parsed.data);
    if (seen.has(`${person} ${item}`))
      throw wrong(`Line ${info.lines} of ${name.toLowerCase()}: ${person} has ${did} item ${item} twice.`);
    seen.add(`${person} ${item}`);
    return [parsed.data];
  });
}
