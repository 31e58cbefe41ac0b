import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { messageOf, UsageError } from '../../../base/errors.ts';
import { annotatorName } from '../annotate/save-annotation.ts';

export const itemField = z.string().regex(/^\d{4,}$/, 'must be a number of four digits or more');
export const personField = z
  .string()
  .refine((name) => annotatorName.safeParse(name).success, 'must have letters, digits, dots and dashes, at most 40');
export const reasonField = z.string().max(20_000);

/** The format of a sheet of answers. Each person has at most one row per item. */
export interface SheetForm<Row> {
  /** The subject of error messages: `The labels`. */
  name: string;
  code: string;
  columns: readonly string[];
  row: z.ZodType<Row>;
  isEmpty(record: Record<string, string>): boolean;
  /** The person and item of a row, and a verb for messages: `labelled`. */
  by(row: Row): { person: string; item: string; did: string };
}

/** Parses the completed rows. Throws UsageError with the line and the error. */
export function readSheet<Row>(text: string, { name, code, columns, row, isEmpty, by }: SheetForm<Row>): Row[] {
  const wrong = (message: string): UsageError =>
    new UsageError(message, { code, hint: `The columns are: ${columns.join(',')}.` });
  let rows: { info: { lines: number }; record: Record<string, string> }[];
  try {
    rows = parse(text, { columns: true, bom: true, info: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    throw wrong(`${name} are not valid CSV: ${messageOf(error)}`);
  }
  if (rows.length === 0) throw wrong(`${name} have no rows.`);
  const seen = new Set<string>();
  return rows.flatMap(({ info, record }) => {
    if (isEmpty(record)) return [];
    const parsed = row.safeParse(record);
    if (!parsed.success) {
      const { path = [], message } = parsed.error.issues[0] ?? { message: 'has an unknown format' };
      throw wrong(`Line ${info.lines} of ${name.toLowerCase()}: ${[...path, message].join(' ')}.`);
    }
    const { person, item, did } = by(parsed.data);
    if (seen.has(`${person} ${item}`))
      throw wrong(`Line ${info.lines} of ${name.toLowerCase()}: ${person} has ${did} item ${item} twice.`);
    seen.add(`${person} ${item}`);
    return [parsed.data];
  });
}
