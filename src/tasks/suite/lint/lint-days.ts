import { monthNames } from '../../../base/documents/text/dates.ts';
import type { LintFinding } from '../lint-finding.ts';
import type { SourceDocument } from './source-documents.ts';
import { textsIn } from './source-fields.ts';

/**
 * Checks that days and months follow the clock if other dates of the task do. A fixed date is right in some months of
 * the year only.
 */
export const lintDays = (sources: readonly SourceDocument[]): LintFinding[] =>
  sources
    .filter(({ data }) => /\{(?:month|day) -?\d/.test(JSON.stringify(data.assets ?? {})))
    .flatMap((source) => [...fixedDays(source), ...fixedMonthsInRules(source)]);

const month = `(?:${monthNames.join('|')})`;
const day = new RegExp(
  String.raw`\b\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}\b(?! \d{4})|\b${month} \d{1,2}(?:st|nd|rd|th)?\b(?!\d)|\b(?:29th|30th|31st)\b`,
  'i',
);
/** Holidays with a fixed date. */
const holiday = /^(?:2[456] december|1 january|31 december)$/i;

const fixedDays = ({ data, finding }: SourceDocument): LintFinding[] =>
  [...textsIn(data.assets, ['assets']), ...textsIn(data.instruction, ['instruction'])].flatMap(({ path, text }) => {
    const found = day.exec(text)?.[0];
    return found === undefined || holiday.test(found)
      ? []
      : [finding(path, `names "${found}", and other dates of the task follow the clock`)];
  });

const inMonth = new RegExp(String.raw`\b(?:in|of|for|since|until|by|last|next) (${month})\b`, 'i');

/** A rule that reads one fixed month doesn't read the month that the documents of another run name. */
const fixedMonthsInRules = ({ data, finding }: SourceDocument): LintFinding[] =>
  (['check', 'harm'] as const).flatMap((field) =>
    textsIn(data[field], [field]).flatMap(({ path, text }) => {
      const found = inMonth.exec(text)?.[1];
      return found === undefined ? [] : [finding(path, `reads "${found}", and the task's months follow the clock`)];
    }),
  );
