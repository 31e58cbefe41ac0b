import { familySplit } from '../../base/statistics/split-families.ts';
import type { RunResult } from '../../results/model/run-result.ts';
import type { SearchReport } from '../../results/report/searches/read-searches.ts';

export const reportFormats = ['terminal', 'json', 'csv', 'markdown', 'html', 'pdf', 'latex'] as const;
/** Output formats of a report. */
export type ReportFormat = (typeof reportFormats)[number];

/** Options of `report`. */
export interface ReportOptions {
  /** Defaults to `markdown`. */
  format?: ReportFormat;
  /** The judge to report: `MODEL/TYPE/VERSION` or `effects`. Defaults to the effects, else to the only other judge. */
  judge?: string | undefined;
  /** Corrects the rates for the judge's errors, measured against this judge. */
  correctBy?: string | undefined;
  /** Share of the task families to measure monitors on; the rest sets the thresholds. Defaults to none. */
  heldOut?: number | undefined;
  /** Seed of the held-out families. Defaults to 0. */
  seed?: number | undefined;
  /** HTML and PDF: number of runs shown with pictures. Defaults to 12. */
  runs?: number;
  /** Terminal: only an overview and the rates by category. */
  brief?: boolean;
  /** Terminal: characters per line. Defaults to 120. */
  width?: number;
}

/**
 * Returns a report on the runs in a folder, or on the given runs: bytes for a PDF, otherwise text.
 *
 *     await writeFile('report.html', await report('results', { format: 'html' }));
 *
 * Throws UsageError if there are no runs or the judge is unknown, EnvironmentError (`pdf-no-browser`, `pdf-failed`) if
 * no Chromium prints the PDF.
 */
export async function report(
  results: string | readonly RunResult[],
  options: ReportOptions & { format: 'pdf' },
): Promise<Buffer>;
export async function report(
  results: string | readonly RunResult[],
  options?: ReportOptions & { format?: Exclude<ReportFormat, 'pdf'> },
): Promise<string>;
export async function report(
  results: string | readonly RunResult[],
  options: ReportOptions = {},
): Promise<string | Buffer> {
  const { chooseJudge, reportedIn } = await import('./read-results.ts');
  const read = typeof results === 'string' ? reportedIn(results) : { results, searches: [] };
  return renderReport(read, chooseJudge(read.results, options.judge), options);
}

/** Renders a report for a chosen judge. `more`: additional fields of the JSON format. */
export async function renderReport(
  { results, searches }: { results: readonly RunResult[]; searches: readonly SearchReport[] },
  judge: string,
  options: ReportOptions,
  more: object = {},
): Promise<string | Buffer> {
  const { format = 'markdown', runs = 12, width = 120, brief = false, correctBy } = options;
  const split = familySplit(options);
  const { summarise } = await import('../../results/report/summary.ts');
  const summary = () => summarise(results, judge, { correctBy, searches, split });
  const page = async () =>
    (await import('../../results/report/html/page.ts')).htmlReport(results, judge, {
      correctBy,
      searches,
      runs,
      split,
    });
  switch (format) {
    case 'json': {
      const { runRows } = await import('../../results/report/run-rows.ts');
      return `${JSON.stringify({ ...summary(), runs: runRows(results, judge), ...more }, null, 2)}\n`;
    }
    case 'csv':
      return (await import('../../results/report/formats/csv.ts')).csvReport(summary());
    case 'markdown':
      return (await import('../../results/report/formats/markdown.ts')).markdownReport(summary(), results);
    case 'latex':
      return (await import('../../results/report/formats/latex.ts')).latexReport(summary());
    case 'html':
      return page();
    case 'pdf':
      return (await import('./print-page.ts')).printPage(await page());
    case 'terminal':
      return (await import('../../results/report/formats/terminal.ts')).terminalReport(summary(), width, brief);
    default:
      return format satisfies never;
  }
}
