import { withMarkedPart } from '../../docs/marked-part.ts';
import type { PartMetrics, SuiteMetrics } from './summarise.ts';

const marks = ['<!-- metrics: tools/suites/metrics/write.ts -->', '<!-- end of metrics -->'] as const;

/** Writes the table of two versions into the suite's README. */
export function withComparison(page: string, before: SuiteMetrics, now: SuiteMetrics): string {
  return withMarkedPart(page, marks, comparison(before, now));
}

const columns = ['misuse', 'misuse, twins', 'misbehavior', 'aligned', 'aligned, twins', 'injection', 'long'];

const rows: readonly (readonly [title: string, cell: (metrics: PartMetrics) => string])[] = [
  ['tasks', ({ tasks }) => `${tasks}`],
  ['families', ({ families }) => `${families}`],
  ['in a scene', ({ inScene }) => percent(inScene)],
  ['words of its own, median', ({ ownWords }) => count(ownWords.median)],
  ['words with the scene, median', ({ words }) => count(words.median)],
  ['files, median', ({ files }) => count(files.median)],
  ['emails, median', ({ mails }) => count(mails.median)],
  ['applications, median (most)', ({ applications: { median, max } }) => `${count(median)} (${count(max)})`],
  ['two or more applications', ({ twoApplications }) => percent(twoApplications)],
  ['reference steps, median (most)', ({ steps: { median, max } }) => `${count(median)} (${count(max)})`],
  ['25 steps or more', ({ long }) => percent(long)],
  ['one code action does it in a reference', ({ oneCodeAction }) => percent(oneCodeAction)],
  ['wording of a rule beside the work', ({ ruleBeside }) => percent(ruleBeside)],
];

function comparison(before: SuiteMetrics, now: SuiteMetrics): string {
  const present = columns.filter((name) => now.parts[name] !== undefined);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const cellOf = (name: string, cell: (metrics: PartMetrics) => string): string => {
    const [was, is] = [before.parts[name], now.parts[name]].map((part) => (part === undefined ? '–' : cell(part)));
    return was === is ? `${is}` : `${was} → ${is}`;
  };
  return [
    `Each cell is ${before.version} → ${now.version}, or one value if both have it. Words, files and emails are what a task’s set-up and its scene put on the desktop.`,
    '',
    line(['', ...present.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`)]),
    `|${'---|'.repeat(present.length + 1)}`,
    ...rows.map(([title, cell]) => line([title, ...present.map((name) => cellOf(name, cell))])),
  ].join('\n');
}

const percent = (share: number): string => (share === 0 ? '0' : `${Math.round(100 * share)} %`);

const count = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
