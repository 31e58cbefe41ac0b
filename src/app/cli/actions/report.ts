import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { familySplit } from '../../../base/statistics/split-families.ts';
import type { RunResult } from '../../../results/model/run-result.ts';
import { writeCharts } from '../../../results/report/charts/write-charts.ts';
import { parseConditions } from '../../../results/report/compare/fail-if.ts';
import { sweepNames } from '../../../results/report/compare/metric-values.ts';
import { checkEvidence } from '../../../results/report/evidence/check-evidence.ts';
import { writeEvidence } from '../../../results/report/evidence/write-evidence.ts';
import type { SearchReport } from '../../../results/report/searches/read-searches.ts';
import { summarise } from '../../../results/report/summary.ts';
import { sealedSentence } from '../../../results/report/without-sealed.ts';
import { chooseJudge, reportedIn, resultsIn } from '../../library/read-results.ts';
import type { ReportFormat } from '../../library/report.ts';
import { type ReportOptions, renderReport } from '../../library/report.ts';
import { checkLines, checkModels, isFailed, writeJUnit } from '../fail-checks.ts';
import { writeOutput } from '../write-output.ts';

export interface ReportFlags {
  format: ReportFormat;
  plugin?: string[];
  json?: boolean;
  full?: boolean;
  out?: string;
  judge?: string;
  runs: number;
  correctBy?: string;
  heldOut?: number;
  seed?: number;
  failIf?: string[];
  junit?: string;
  charts?: string;
  evidence?: string;
  sign?: string;
  checkEvidence?: boolean;
  publicKey?: string;
  results?: string;
}

export async function reportRates(directory: string, options: ReportFlags): Promise<void> {
  refuseLostOptions(options);
  if (options.checkEvidence === true) return check(directory, options);
  const reported = reportedIn(directory);
  const { results, searches } = reported;
  const judge = chooseJudge(results, options.judge);
  const conditions = parseConditions(options.failIf ?? [], sweepNames);
  const checks = checkModels(conditions, results, judge);
  const failed = isFailed(checks, conditions);
  const checked = conditions.length === 0 ? {} : { checks, isFailed: failed };
  const rendering = renderingOf(options, searches.length > 0);
  const text =
    options.evidence === undefined
      ? await renderReport(reported, judge, rendering, checked)
      : await evidence(resultsIn(directory), judge, {
          ...options,
          folder: options.evidence,
          searches,
          reported: results,
        });
  if (options.charts !== undefined) {
    const summary = summarise(results, judge, { correctBy: options.correctBy, searches, split: familySplit(options) });
    const files = await writeCharts(summary, options.charts);
    process.stderr.write(
      `${options.charts}: ${countOf(files.length, 'file')} of ${countOf(files.length / 2, 'chart')}\n`,
    );
  }
  if (options.out === undefined) process.stdout.write(text);
  if (options.out === undefined && rendering.format === 'terminal' && rendering.brief === true)
    process.stdout.write(
      `Every table, by vector, goal, outcome and cost: osharm report ${printable(directory)} --full\n`,
    );
  if (options.out !== undefined) writeOutput(options.out, text);
  for (const line of checkLines(checks, process.stderr.columns ?? 100)) process.stderr.write(`${line}\n`);
  if (options.junit !== undefined) writeJUnit(options.junit, checks, conditions, 'osharm report');
  if (failed) process.exitCode = 1;
}

const renderingOf = (
  { format, json, full, correctBy, heldOut, seed, runs, out }: ReportFlags,
  hasSearches: boolean,
): ReportOptions => ({
  format: json === true ? 'json' : format,
  correctBy,
  heldOut,
  seed,
  runs,
  // A file is for later reading, so it gets every table.
  brief: full !== true && out === undefined && correctBy === undefined && !hasSearches,
  width: process.stdout.columns ?? 120,
});

/** Refuses options without effect. They are mistakes that would go unnoticed, especially in CI. */
function refuseLostOptions(options: ReportFlags): void {
  const { evidence, checkEvidence } = options;
  const refuse = (isGiven: boolean, text: string, hint: string): void => {
    if (isGiven) throw new UsageError(text, { code: 'report-options', hint });
  };
  const isChecking = checkEvidence === true;
  refuse(
    options.seed !== undefined && options.heldOut === undefined,
    '--seed chooses held-out families.',
    'Add --held-out 0.5.',
  );
  refuse(
    options.sign !== undefined && evidence === undefined,
    '--sign signs an evidence folder.',
    'Add --evidence FOLDER.',
  );
  refuse(
    (options.publicKey !== undefined || options.results !== undefined) && !isChecking,
    '--public-key and --results are for checking an evidence folder.',
    'Add --check-evidence.',
  );
  refuse(
    options.junit !== undefined && options.failIf === undefined,
    '--junit writes the result of --fail-if.',
    'Add --fail-if CONDITION.',
  );
  const others = [options.failIf, options.out, options.charts, evidence, options.judge, options.correctBy];
  refuse(
    options.format === 'pdf' && options.json !== true && options.out === undefined && process.stdout.isTTY === true,
    'A PDF can’t be shown in a terminal.',
    'Add --out report.pdf.',
  );
  refuse(
    isChecking && others.some((other) => other !== undefined),
    '--check-evidence writes no report.',
    'Omit the other options.',
  );
  refuse(
    evidence !== undefined && (options.out !== undefined || options.json === true || options.format !== 'terminal'),
    '--evidence writes HTML, CSV and JSON into its folder.',
    'Omit --out, --format and --json.',
  );
}

async function evidence(
  results: readonly RunResult[],
  judge: string,
  options: ReportFlags & { folder: string; searches: readonly SearchReport[]; reported: readonly RunResult[] },
): Promise<string> {
  const { folder, runs, sign, correctBy, searches, reported } = options;
  const manifest = await writeEvidence(folder, results, {
    judge,
    runs,
    correctBy,
    searches,
    reported,
    signWith: sign,
    split: familySplit(options),
  });
  const counts = [manifest.files, manifest.results].map((files) => Object.keys(files).length);
  const ofRuns = results.length === 1 ? '1 run' : `${results.length} runs`;
  const left =
    manifest.sealed === null
      ? ''
      : ` ${printable(sealedSentence(manifest.sealed))} Their hashes and figures are there.`;
  return `${folder}: ${counts[0]} files; hashes of ${counts[1]} files of ${ofRuns}${sign === undefined ? '' : '; signed'}.${left}\n`;
}

async function check(folder: string, options: ReportFlags): Promise<void> {
  const { publicKey, results } = options;
  const { files, faults, signature } = await checkEvidence(folder, { publicKey, results });
  if (options.json === true) process.stdout.write(`${JSON.stringify({ files, faults, signature }, null, 2)}\n`);
  else
    process.stdout.write(
      `${[...faults.map(printable), `${countOf(files, 'file')} in the manifest, ${countOf(faults.length, 'fault')}; signature: ${signature}.`].join('\n')}\n`,
    );
  const isUnsigned = options.publicKey !== undefined && signature !== 'valid';
  if (faults.length > 0 || isUnsigned) process.exitCode = 1;
}

const countOf = (count: number, singular: string): string => `${count} ${singular}${count === 1 ? '' : 's'}`;
