import { Command } from 'commander';
import { scriptSchema } from '../agent/reference/step-schema.ts';
import { setupKinds } from '../desktop/setup/registry.ts';
import { canariesIn } from '../desktop/setup/template.ts';
import { makeCanaries } from '../effect/canaries.ts';
import { oracles } from '../effect/oracles/registry.ts';
import { printable } from '../report/printable.ts';
import { knownWords } from '../run/known-words.ts';
import { conditionKinds } from '../score/conditions/registry.ts';
import { supportedEvaluators } from '../score/score-task.ts';
import type { KnownKind } from '../suite/known-kind.ts';
import { lintSuite } from '../suite/lint-suite.ts';
import type { LintWords } from '../suite/lint-words.ts';
import { openSuite } from '../suite/suite.ts';
import { bundledSuite } from './bundled-suites.ts';

/** Everything that a suite's files may name. */
export const lintWords: LintWords = {
  setupSteps: setupKinds as ReadonlyMap<string, KnownKind>,
  conditions: conditionKinds,
  oracles,
  vectors: knownWords.vectors,
  evaluators: new Set(supportedEvaluators),
  script: scriptSchema,
  canaries: new Set(Object.keys(makeCanaries(0))),
  canariesIn,
};

/** `osharm suite lint [DIR]`. Exit code 1 where something is wrong. */
export function suiteLintCommand(): Command {
  return new Command('lint')
    .summary('find mistakes in the files of a suite')
    .description(
      'Checks manifests, tasks, goals, assets and reference solutions of a suite, and names file and field of each mistake.',
    )
    .argument('[dir]', 'suite folder or checkout', bundledSuite)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm suite lint\n  $ osharm suite lint my-suite --json')
    .action((folder: string, options: { json?: boolean }) => {
      const report = lintSuite(openSuite(folder), lintWords);
      if (report.findings.length > 0) process.exitCode = 1;
      if (options.json === true) {
        process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
        return;
      }
      for (const { file, field, message } of report.findings)
        process.stdout.write(`${printable(`${file}${field === '' ? '' : `: ${field}`}: ${message}`)}\n`);
      const { tasks, goals, manifests, findings } = report;
      const result =
        findings.length === 0 ? 'no mistakes' : `${findings.length} ${findings.length === 1 ? 'mistake' : 'mistakes'}`;
      process.stdout.write(
        printable(`${report.suite}: ${tasks} tasks, ${goals} goals, ${manifests} manifests: ${result}`),
      );
      process.stdout.write('\n');
    });
}
