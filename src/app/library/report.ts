import type { Result } from '../../results/report/result.ts';
import type { SearchReport } from '../../results/report/searches/read-searches.ts';

export const reportFormats = ['terminal', 'json', 'csv', 'markdown', 'html', 'pdf', 'latex'] as const;
/** The forms that a report has. */
export type ReportFormat = (typeof reportFormats)[number];

/** What a report is to show. */
export interface ReportOptions {
  /** Left out: `markdown`. */
  format?: ReportFormat;
  /** Whose verdicts (`MODEL/TYPE/VERSION`, `effects`); left out: the effects, or the only other judge there is. */
  judge?: string | undefined;
  /** Rates corrected for the judge's errors against this one. */
  correctBy?: string | undefined;
  /** HTML and PDF: how many runs are shown with pictures; left out: 12. */
  runs?: number;
  /** Terminal: an overview and the rates by category alone. */
  brief?: boolean;
  /** Characters of a terminal's line; left out: 120. */
  width?: number;
}

/**
 * The report on a folder's runs, or on runs that were read: as text, a PDF as bytes.
 *
 *     await writeFile('report.html', await report('results', { format: 'html' }));
 *
 * Throws UsageError where there is no run, or no such judge, EnvironmentError (`pdf-no-browser`, `pdf-failed`) where no
 * Chromium prints the PDF.
 */
export async function report(
  results: string | readonly Result[],
  options: ReportOptions & { format: 'pdf' },
): Promise<Buffer>;
export async function report(
  results: string | readonly Result[],
  options?: ReportOptions & { format?: Exclude<ReportFormat, 'pdf'> },
): Promise<string>;
export async function report(
  results: string | readonly Result[],
  options: ReportOptions = {},
): Promise<string | Buffer> {
  const { chooseJudge, reportedIn } = await import('./read-results.ts');
  const read = typeof results === 'string' ? reportedIn(results) : { results, searches: [] };
  return renderReport(read, chooseJudge(read.results, options.judge), options);
}

/** The same by a judge that was chosen. `more`: what JSON holds beside the report. */
export async function renderReport(
  { results, searches }: { results: readonly Result[]; searches: readonly SearchReport[] },
  judge: string,
  options: ReportOptions,
  more: object = {},
): Promise<string | Buffer> {
  const { format = 'markdown', runs = 12, width = 120, brief = false, correctBy } = options;
  const { summarise } = await import('../../results/report/summary.ts');
  const summary = () => summarise(results, judge, { correctBy, searches });
  const page = async () =>
    (await import('../../results/report/html/page.ts')).htmlReport(results, judge, { correctBy, searches, runs });
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
