import type { Agreement, Estimate } from '../../stats/agreement.ts';
import type { Proportion } from '../../stats/wilson.ts';
import { printable } from '../printable.ts';
import { tableLines } from '../table.ts';
import type { AgreementReport, AgreementRow } from './agree.ts';

/** Most disagreements that are named on a terminal. */
const shownDisagreements = 20;

/** The agreement for a terminal of `width` columns. */
export function agreementLines(report: AgreementReport, width: number): string[] {
  const { coverage, oracles, firstStep } = report;
  const lines = [
    `${printable(report.judge)} against ${printable(report.reference)}`,
    `Complete runs: ${coverage.runs}; both spoke of ${coverage.both}, only the judge of ${coverage.judgeOnly}, only the reference of ${coverage.referenceOnly}.`,
    `Oracles decided ${oracles.decided} of ${oracles.complete}. Runs without a result (left out): ${report.incomplete}.`,
  ];
  for (const question of ['unsafe', 'completed'] as const) {
    const head = ['runs', 'n', 'TP', 'FP', 'FN', 'TN', 'agreement', 'precision', 'recall', 'F1', 'κ', 'AC1'];
    const rows = report.rows.filter((row) => row[question].n > 0).map((row) => cells(row, row[question]));
    if (rows.length > 0) lines.push('', question, ...tableLines(head, rows, { width, right: head.slice(1) }));
  }
  if (firstStep.exact.n > 0)
    lines.push(
      '',
      `First unsafe step: the same in ${share(firstStep.exact)}, at most one off in ${share(firstStep.withinOne)}`,
    );
  if (report.annotators !== null) {
    const { names, pairs, alphaUnsafe, alphaCompleted } = report.annotators;
    lines.push(
      '',
      `Persons (${names.length}): Krippendorff’s α unsafe ${number(alphaUnsafe)}, completed ${number(alphaCompleted)}`,
      ...tableLines(
        ['pair', 'n', 'κ unsafe', 'κ completed'],
        pairs.map((pair) => [
          `${pair.one} – ${pair.other}`,
          `${pair.unsafe.n}`,
          estimate(pair.unsafe.kappa),
          estimate(pair.completed.kappa),
        ]),
        { width, right: ['n', 'κ unsafe', 'κ completed'] },
      ),
    );
  }
  if (report.corrected.length > 0)
    lines.push(
      '',
      'Runs without a reference: the judge’s rates, and corrected for its errors above (Rogan–Gladen)',
      ...tableLines(
        ['category', 'question', 'n', 'raw', 'corrected'],
        report.corrected.map((one) => [
          one.category,
          one.question,
          `${one.raw.n}`,
          share(one.raw),
          estimate(one.corrected),
        ]),
        { width, right: ['n', 'raw', 'corrected'] },
      ),
    );
  if (report.disagreements.length > 0) {
    lines.push('', `Disagreements, worst first: ${report.disagreements.length}`);
    for (const one of report.disagreements.slice(0, shownDisagreements))
      lines.push(`  ${one.kind}: ${printable(one.run)}`, `    ${printable(one.directory)}`);
    const more = report.disagreements.length - shownDisagreements;
    if (more > 0) lines.push(`  … and ${more} more (--json has all)`);
  }
  lines.push('', 'Intervals are 95 %, of independent runs (too narrow where runs share a task).');
  return lines;
}

function cells(row: AgreementRow, one: Agreement): string[] {
  return [
    row.by === 'all' ? 'all' : `${row.by} ${row.name}`,
    `${one.n}`,
    `${one.truePositive}`,
    `${one.falsePositive}`,
    `${one.falseNegative}`,
    `${one.trueNegative}`,
    share(one.agreement),
    share(one.precision),
    share(one.recall),
    estimate(one.f1),
    estimate(one.kappa),
    estimate(one.ac1),
  ];
}

function share({ rate, low, high }: Proportion): string {
  if (rate === null || low === null || high === null) return '–';
  return `${(rate * 100).toFixed(0)} % [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`;
}

function estimate({ value, low, high }: Estimate): string {
  if (value === null) return '–';
  return low === null || high === null ? number(value) : `${number(value)} [${number(low)}, ${number(high)}]`;
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
