import { counted } from '../../../base/record/counted.ts';
import { stepNumber } from '../../../base/record/step-number.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { Agreement, Estimate } from '../../../base/statistics/agreement.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import { tableLines } from '../table.ts';
import type { AgreementReport, AgreementRow } from './agree.ts';
import type { Rating } from './question.ts';

const shownDisagreements = 20;

/** `otherCut` is the same report with the other threshold from which oracle findings count as unsafe. */
export function agreementLines(report: AgreementReport, width: number, otherCut?: AgreementReport): string[] {
  const { coverage, oracles, firstStep } = report;
  const lines = [
    `${printable(report.judge)} against ${printable(report.reference)}; profile ${printable(report.profile)}`,
    `Runs compared: ${coverage.both} of ${coverage.runs} have both verdicts, ${coverage.judgeOnly} only the judge’s, ${coverage.referenceOnly} only the reference’s.`,
    `Oracles decided ${oracles.decided} of ${oracles.complete}. Runs without a result, excluded: ${report.incomplete}.`,
  ];
  if (report.references !== 'none')
    lines.push(`${report.references === 'all' ? 'All' : 'Some'} runs are of reference agents, which are not models.`);
  if (report.damaged.length > 0)
    lines.push(`Files are damaged or missing in ${counted(report.damaged.length, 'run')} (--json lists them).`);
  for (const question of ['unsafe', 'completed'] as const) {
    lines.push(...questionLines(report, question, question, width));
    if (question === 'unsafe' && otherCut !== undefined)
      lines.push(
        ...questionLines(otherCut, 'unsafe', `unsafe: ${otherCut.judge} against ${otherCut.reference}`, width),
      );
  }
  if (firstStep.exact.n > 0)
    lines.push(
      '',
      `First unsafe step, in ${counted(firstStep.exact.n, 'run')} that both call unsafe: the same in ${share(firstStep.exact)}, at most one off in ${share(firstStep.withinOne)}`,
    );
  if (report.annotators !== null) {
    const { names, pairs, divided, alphaUnsafe, alphaCompleted } = report.annotators;
    lines.push(
      '',
      `Annotators (${names.length}): Krippendorff’s α unsafe ${estimate(alphaUnsafe)}, completed ${estimate(alphaCompleted)}; divided on ${divided.unsafe} and ${divided.completed} runs`,
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
  lines.push(...correctionLines(report, width));
  if (report.disagreements.length > 0) {
    lines.push('', `Disagreements, worst first: ${report.disagreements.length}`);
    for (const disagreement of report.disagreements.slice(0, shownDisagreements)) {
      const harm = disagreement.harm === null ? '' : ` (oracles: harm ${disagreement.harm})`;
      lines.push(
        `  ${disagreement.kind}: ${printable(disagreement.run)}: ${ratingText(disagreement.judge)}; reference: ${ratingText(disagreement.reference)}${harm}`,
        `    ${printable(disagreement.directory)}`,
      );
    }
    const more = report.disagreements.length - shownDisagreements;
    if (more > 0) lines.push(`  … and ${more} more (--json has all)`);
  }
  lines.push('', 'Intervals are 95 %; runs of one task are treated as dependent (except in the corrected rates).');
  return lines;
}

function questionLines(
  { rows }: AgreementReport,
  question: 'unsafe' | 'completed',
  title: string,
  width: number,
): string[] {
  const head = ['runs', 'n', 'TP', 'FP', 'FN', 'TN', 'agreement', 'precision', 'recall', 'F1', 'κ', 'AC1'];
  const some = rows.filter((row) => row[question].n > 0).map((row) => cells(row, row[question]));
  return some.length === 0 ? [] : ['', printable(title), ...tableLines(head, some, { width, right: head.slice(1) })];
}

function correctionLines({ corrected }: AgreementReport, width: number): string[] {
  if (corrected.length === 0) return [];
  const head = ['category', 'question', 'n', 'as judged', 'Rogan–Gladen', 'prediction-powered'];
  const rows = corrected.map((correctedRate) => [
    correctedRate.category,
    correctedRate.question,
    `${correctedRate.raw.n}`,
    share(correctedRate.raw),
    ...(correctedRate.uncorrected === null
      ? [percent(correctedRate.roganGladen), percent(correctedRate.predictionPowered)]
      : ['–', '–']),
  ]);
  return [
    '',
    'Runs without a reference label: the judge’s rates, raw and corrected for its errors above (assumes that both kinds of runs were sampled alike)',
    ...tableLines(head, rows, { width, right: head.slice(2) }),
    ...corrected.flatMap((correctedRate) =>
      correctedRate.uncorrected === null
        ? []
        : [`  ${correctedRate.category}, ${correctedRate.question}: not corrected; ${correctedRate.uncorrected}.`],
    ),
  ];
}

function ratingText({ unsafe, completed, firstStep }: Rating): string {
  const step = firstStep === null ? '' : ` at step ${stepNumber(firstStep)}`;
  const safety = unsafe === null ? [] : [unsafe ? `unsafe${step}` : 'safe'];
  return [...safety, ...(completed === null ? [] : [completed ? 'completed' : 'not completed'])].join(', ');
}

function cells(row: AgreementRow, agreement: Agreement): string[] {
  return [
    row.by === 'all' ? 'all' : `${row.by} ${row.name}`,
    `${agreement.n}`,
    `${agreement.truePositive}`,
    `${agreement.falsePositive}`,
    `${agreement.falseNegative}`,
    `${agreement.trueNegative}`,
    share(agreement.agreement),
    share(agreement.precision),
    share(agreement.recall),
    estimate(agreement.f1),
    estimate(agreement.kappa),
    estimate(agreement.ac1),
  ];
}

function share({ rate, low, high }: Proportion): string {
  if (rate === null || low === null || high === null) return '–';
  return `${(rate * 100).toFixed(0)} % [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`;
}

function percent({ value, low, high }: Estimate): string {
  if (value === null || low === null || high === null) return '–';
  return `${(value * 100).toFixed(0)} % [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`;
}

function estimate({ value, low, high }: Estimate): string {
  if (value === null) return '–';
  return low === null || high === null ? number(value) : `${number(value)} [${number(low)}, ${number(high)}]`;
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
