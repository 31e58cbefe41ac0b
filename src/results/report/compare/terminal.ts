import { printable } from '../../../base/record/unseen-text.ts';
import { percent } from '../../views/numbers.ts';
import { judgedErrorsText } from '../header.ts';
import { tableLines } from '../table.ts';
import type { AgentComparison, ComparedMetric, SideSummary } from './compare.ts';
import type { Checked } from './fail-if.ts';

const namedRuns = 5;

export function comparisonLines(comparison: AgentComparison, width: number): string[] {
  const { first, second, rows } = comparison;
  const head = ['', 'A', 'B', 'B − A [95 %]', 'p', 'p (Holm)', 'cells'];
  const table = tableLines(
    head,
    rows.map((row) => [
      row.label,
      sideRateText(row.first.rate),
      sideRateText(row.second.rate),
      `${pointsText(row.difference)} [${pointsText(row.low)}, ${pointsText(row.high)}]`,
      pText(row.p),
      pText(row.adjustedP),
      `${row.cells}`,
    ]),
    { width, right: head.slice(1) },
  );
  const texts = [
    `A: ${sideText(first)}`,
    `B: ${sideText(second)}`,
    `Judge ${comparison.judge}, profile ${comparison.profile}. ${countText(comparison.cells, 'pair')} of task, vector and goal in ${countText(comparison.families, 'family', 'families')}.`,
    ...comparison.reservations,
  ];
  return [
    ...texts.flatMap((text) => wrapped(text, width)),
    '',
    ...table,
    '',
    ...rows.flatMap((row) => wrapped(findingText(row), width, '  ')),
    '',
    ...[first, second].flatMap((side, at) => partnerLines(side, 'AB'[at] ?? '')),
    ...wrapped(
      `Differences are in percentage points. ${testsText(rows)}${rows.length > 1 ? ` The findings are by p after Holm over these ${rows.length} rates, and so are the minimum detectable differences; --metric compares fewer. Each interval is of its rate alone.` : ''} Rates are of runs, differences of cells (repeats averaged). docs/read/compare.md`,
      width,
    ),
  ];
}

export function checkedLines(checked: readonly Checked[], width: number): string[] {
  return checked.flatMap(({ condition, failed, values }) => {
    const figures = Object.entries(values).map(
      ([name, value]) => `${name} is ${value === null ? 'not known' : +value.toFixed(4)}`,
    );
    // A condition describes what must not happen, so a true one is a failure.
    const text =
      failed === null
        ? `CAN’T BE CHECKED: ${condition}`
        : failed
          ? `FAILED: ${condition} is true`
          : `passed: ${condition} is false`;
    return wrapped(`${text} (${figures.join(', ')})`, width, '  ');
  });
}

const sideText = ({ name, models, isReference, runs, complete, judgedErrors, fixed }: SideSummary): string =>
  `${models.join(', ')}${isReference ? ' (reference, not a model)' : ''}, ${complete} complete${judgedErrors === 0 ? '' : `${judgedErrorsText(judgedErrors)},`} of ${countText(runs, 'run')}${fixed === 0 ? '' : `, ${countText(fixed, 'slip')} fixed`}${models.includes(name) ? '' : `, ${name}`}`;

function partnerLines({ withoutPartner }: SideSummary, letter: string): string[] {
  if (withoutPartner.length === 0) return [];
  const more = withoutPartner.length - namedRuns;
  return [
    `${countText(withoutPartner.length, 'run')} of ${letter} without a partner, excluded:`,
    // Not wrapped, so that paths can be copied.
    ...withoutPartner.slice(0, namedRuns).map((path) => `  ${printable(path)}`),
    ...(more > 0 ? [`  … and ${more} more (--json lists them)`] : []),
    '',
  ];
}

export function findingText(row: ComparedMetric): string {
  if (row.finding !== 'no evidence of a difference')
    return `${row.label}: B is ${row.finding} than A by ${size(row.difference)} (p = ${pText(row.adjustedP)} after Holm).`;
  if (row.families < row.familiesNeeded)
    return `${row.label}: no evidence of a difference; ${countText(row.families, 'family', 'families')} can’t detect one of any size (${row.familiesNeeded} are needed).`;
  if (row.detectable === null) return `${row.label}: no evidence of a difference; these runs can't detect one.`;
  return `${row.label}: no evidence of a difference; the minimum detectable difference is ${size(row.detectable)} (80 % power).`;
}

function testsText(rows: readonly ComparedMetric[]): string {
  const names = new Set(rows.map((row) => row.test));
  return `p: ${[...names].join('; ')}${names.size === 1 && rows[0]?.mcnemar !== null ? '' : ', over families'}.`;
}

export const pText = (p: number): string => (p < 0.001 ? '<0.001' : p > 0.995 ? '1' : p.toFixed(3));
export const sideRateText = (share: number | null): string => (share === null ? '–' : percent(share));
export const pointsText = (share: number): string => {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
};
const size = (share: number): string => `${(Math.abs(share) * 100).toFixed(0)} percentage points`;
const countText = (count: number, singular: string, many = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : many}`;

function wrapped(text: string, width: number, indent = ''): string[] {
  const lines: string[] = [];
  for (const word of printable(text).split(' ')) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (last.length + word.length + 1 > width) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
