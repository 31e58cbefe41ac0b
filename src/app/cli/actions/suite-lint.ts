import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import type { LintCause, LintKind } from '../../../tasks/suite/lint-finding.ts';
import { type LintOptions, type LintReport, lintSuite } from '../../../tasks/suite/lint-suite.ts';
import { loadSubset, openSuite, type Suite } from '../../../tasks/suite/suite.ts';
import { lintSpellings } from '../../../verdicts/checks/spellings/lint-spellings.ts';
import { loadEvaluatorsFor } from '../../../verdicts/osworld/evaluator/load-evaluators.ts';
import { loadPlugins } from '../../library/plugins/load.ts';
import { taskDownloads } from '../../library/task-downloads.ts';

export interface LintFlags {
  subset?: string[];
  plugin?: string[];
  assets?: string;
  strictSetup?: boolean;
  json?: boolean;
}

const says: Record<LintKind, string> = {
  mistake: '',
  cannot: 'can’t be done here: ',
  tolerated: 'runs without: ',
  note: 'note: ',
};

export async function lintFolder(folder: string | undefined, options: LintFlags): Promise<void> {
  await loadPlugins(options.plugin ?? []);
  const downloads = taskDownloads(options);
  const suite = openSuite(folder ?? bundledSuite);
  await loadEvaluatorsFor(suite);
  const report = await lintWithSpellings(suite, {
    rules: { isTolerant: suite.isCheckout && options.strictSetup !== true, isOurImage: true },
    isAtHand: (wanted) => downloads.find(wanted) !== null,
    subsets: options.subset?.map((name) => loadSubset(suite, name).name),
  });
  if (report.findings.some(({ kind }) => kind === 'mistake' || kind === 'cannot')) process.exitCode = 1;
  if (options.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else for (const line of lintLines(report)) process.stdout.write(`${printable(line)}\n`);
}

/** Spellings are tried only on tasks without mistakes, since the others can't be read. */
async function lintWithSpellings(suite: Suite, options: LintOptions): Promise<LintReport> {
  const report = lintSuite(suite, taskVocabulary, options);
  if (suite.isCheckout) return report;
  const faulty = new Set(report.findings.filter(({ kind }) => kind === 'mistake').map(({ file }) => file));
  const wanted = options.subsets === undefined ? null : tasksOf(suite, options.subsets);
  const spellings = await lintSpellings(
    suite,
    (task) => wanted?.has(task) !== false && !faulty.has(`examples/${task}.json`),
  );
  return { ...report, findings: [...report.findings, ...spellings] };
}

const tasksOf = (suite: Suite, subsets: readonly string[]): ReadonlySet<string> =>
  new Set(
    subsets.flatMap((name) =>
      Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) => ids.map((id) => `${domain}/${id}`)),
    ),
  );

function lintLines({ findings, downloads, leftOut, suite, tasks, goals, subsets }: LintReport): string[] {
  const count = (kind: LintKind): number => findings.filter((finding) => finding.kind === kind).length;
  const { files, missing, hosts } = downloads;
  const here = `${files - missing} ${files - missing === 1 ? 'is' : 'are'} here`;
  const mistakes = count('mistake');
  const tolerated = count('tolerated');
  const lines = findings.map(
    ({ kind, file, line, field, message }) =>
      `${file}${line === undefined ? '' : `:${line}`}${field === '' ? '' : `: ${field}`}: ${says[kind]}${message}`,
  );
  if (files > 0) {
    const elsewhere = missing === 0 ? '' : `, ${missing} will come from ${hosts.join(', ')}`;
    lines.push(`${counted(files, 'file')} ${files === 1 ? 'is' : 'are'} downloaded by tasks: ${here}${elsewhere}.`);
  }
  lines.push(...leftOut.map(({ task, reason }) => `skipped by osharm run: ${task}: ${reason}`));
  if (leftOut.length > 0) lines.push(`Skipped by cause: ${causesOf(leftOut).join('; ')}.`);
  const sizes = `${counted(tasks, 'task')}, ${counted(goals, 'goal')}, ${counted(subsets, 'subset')}`;
  const summary = [`${suite}: ${sizes}: ${mistakes === 0 ? 'no mistakes' : counted(mistakes, 'mistake')}`];
  if (tolerated > 0) summary.push(`${counted(tolerated, 'problem')} that runs tolerate`);
  if (leftOut.length > 0) {
    const isSkipped = leftOut.length === 1 ? 'is skipped' : 'are skipped';
    summary.push(`${counted(leftOut.length, 'task')} of the subsets can’t be run here and ${isSkipped}`);
  }
  return [...lines, summary.join('; ')];
}

const needs: Record<LintCause, string> = {
  internet: 'the internet',
  'set-up step': 'a missing set-up step',
  metric: 'a missing metric',
  getter: 'a missing getter',
  program: 'a missing program',
  desktop: 'another desktop',
  file: 'a correction of their files',
};

/** Groups the skipped tasks by the first thing they lack, most frequent first, and names what is missing. */
function causesOf(leftOut: LintReport['leftOut']): string[] {
  const byCause = Map.groupBy(leftOut, ({ lacks }) => lacks.cause);
  return [...byCause]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || needs[a].localeCompare(needs[b]))
    .map(([cause, tasks]) => {
      const names = Map.groupBy(
        tasks.flatMap(({ lacks }) => lacks.name ?? []),
        (name) => name,
      );
      const counts = [...names]
        .sort(([, a], [, b]) => b.length - a.length)
        .map(([name, all]) => `${name} ${all.length}`);
      const named = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
      return `${tasks.length} ${tasks.length === 1 ? 'needs' : 'need'} ${needs[cause]}${named}`;
    });
}
