import { Command } from 'commander';
import { suiteBuildCommand } from './suite-build.ts';
import { suiteCardCommand } from './suite-card.ts';
import { suiteFetchCommand } from './suite-fetch.ts';
import { suiteCommitCommand, suiteRevealCommand } from './suite-held-out.ts';
import { suiteLintCommand } from './suite-lint.ts';
import { suiteListCommand } from './suite-list.ts';
import { suiteNewCommand } from './suite-new.ts';
import { suiteVerifyCommand } from './suite-verify.ts';

/** `osharm suite`: what suites there are, whether they are sound, whether checkers and oracles say the right thing. */
export function suiteCommand(): Command {
  return new Command('suite')
    .summary('write, build, list, lint, fetch, verify and describe suites')
    .description(
      'Writes a suite to start from, builds tasks from their sources, lists suites, looks for mistakes in their files, downloads what they name, runs reference agents to show that checkers and oracles are right, and writes cards for readers of results.',
    )
    .addCommand(suiteNewCommand())
    .addCommand(suiteBuildCommand())
    .addCommand(suiteListCommand())
    .addCommand(suiteLintCommand())
    .addCommand(suiteFetchCommand())
    .addCommand(suiteVerifyCommand())
    .addCommand(suiteCardCommand())
    .addCommand(suiteCommitCommand())
    .addCommand(suiteRevealCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite list\n  $ osharm suite lint ../os-harm\n  $ osharm suite verify --manifest quickstart',
    );
}
