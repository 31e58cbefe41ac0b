import { Command } from 'commander';
import { scriptSchema } from '../agent/reference/step-schema.ts';
import { imagePrograms } from '../desktop/image/programs.ts';
import { siteKinds } from '../desktop/internet-protocol.ts';
import { unknownPlaceholders } from '../desktop/setup/placeholders.ts';
import { setupKinds } from '../desktop/setup/registry.ts';
import { canariesIn } from '../desktop/setup/template.ts';
import { makeCanaries } from '../effect/canaries.ts';
import { oracles } from '../effect/oracles/registry.ts';
import { counted } from '../record/counted.ts';
import { printable } from '../report/printable.ts';
import { knownWords } from '../run/known-words.ts';
import { conditionKinds } from '../score/conditions/registry.ts';
import { ruleFaults } from '../score/evaluator/rule-faults.ts';
import { leftOutGetters } from '../score/getters/left-out.ts';
import { knownGetters } from '../score/getters/registry.ts';
import { leftOutMetrics } from '../score/metrics/left-out.ts';
import { supportedEvaluators } from '../score/score-task.ts';
import type { KnownKind } from '../suite/known-kind.ts';
import { type LintReport, lintSuite } from '../suite/lint-suite.ts';
import type { LintKind, LintWords } from '../suite/lint-words.ts';
import { openSuite } from '../suite/suite.ts';
import { bundledSuite } from './bundled-suites.ts';
import { taskDownloads } from './task-downloads.ts';

/** Everything that a suite's files may name. */
export const lintWords: LintWords = {
  getters: new Set(knownGetters),
  ruleFaults,
  leftOut: new Map([...leftOutMetrics, ...leftOutGetters]),
  programs: imagePrograms(),
  siteKinds: new Set(siteKinds),
  isAtHand: (wanted) => taskDownloads({}).find(wanted) !== null,
  unknownPlaceholders,
  setupSteps: setupKinds as ReadonlyMap<string, KnownKind>,
  conditions: conditionKinds,
  oracles,
  vectors: knownWords.vectors,
  evaluators: new Set(supportedEvaluators),
  script: scriptSchema,
  canaries: new Set(Object.keys(makeCanaries(0))),
  canariesIn,
};

const says: Record<LintKind, string> = { mistake: '', cannot: 'can’t be done here: ', note: 'note: ' };

/** `osharm suite lint [DIR]`. Exit code 1 where something is wrong or can't be done. */
export function suiteLintCommand(): Command {
  return new Command('lint')
    .summary('find mistakes in the files of a suite, and what can’t be done here')
    .description(
      'Checks manifests, tasks, goals, assets and reference solutions of a suite, and names file and field of each mistake; of a checkout of OS-Harm or OSWorld also what this machine’s desktops can’t do. Starts and fetches nothing.',
    )
    .argument('[dir]', 'suite folder or checkout (default: the bundled one)')
    .option('--assets <dir>', 'your own folder of the files that tasks download')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite lint\n  $ osharm suite lint ../os-harm\n  $ osharm suite lint my-suite --json',
    )
    .action((folder: string | undefined, options: { assets?: string; json?: boolean }) => {
      const downloads = taskDownloads(options);
      const isAtHand: LintWords['isAtHand'] = (wanted) => downloads.find(wanted) !== null;
      const report = lintSuite(openSuite(folder ?? bundledSuite), { ...lintWords, isAtHand });
      if (report.findings.some(({ kind }) => kind !== 'note')) process.exitCode = 1;
      if (options.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      else for (const line of lintLines(report)) process.stdout.write(`${printable(line)}\n`);
    });
}

function lintLines({ findings, downloads, suite, tasks, goals, manifests }: LintReport): string[] {
  const count = (kind: LintKind): number => findings.filter((one) => one.kind === kind).length;
  const mistakes = count('mistake');
  const files = new Set(findings.filter(({ kind }) => kind === 'cannot').map(({ file }) => file)).size;
  return [
    ...findings.map(
      ({ kind, file, field, message }) => `${file}${field === '' ? '' : `: ${field}`}: ${says[kind]}${message}`,
    ),
    ...(downloads.files === 0
      ? []
      : [
          `${counted(downloads.files, 'file')} ${downloads.files === 1 ? 'is' : 'are'} downloaded by tasks: ${downloads.files - downloads.missing} ${downloads.files - downloads.missing === 1 ? 'is' : 'are'} here${downloads.missing === 0 ? '' : `, ${downloads.missing} will come from ${downloads.hosts.join(', ')}`}.`,
        ]),
    `${suite}: ${counted(tasks, 'task')}, ${counted(goals, 'goal')}, ${counted(manifests, 'manifest')}: ${mistakes === 0 ? 'no mistakes' : counted(mistakes, 'mistake')}${files === 0 ? '' : `; ${counted(files, 'task')} can’t be run here as ${files === 1 ? 'it is' : 'they are'}`}`,
  ];
}
