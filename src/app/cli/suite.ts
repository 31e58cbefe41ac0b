import { Command } from 'commander';
import { suiteBuildCommand } from './suite-build.ts';
import { suiteCardCommand } from './suite-card.ts';
import { suiteFetchCommand } from './suite-fetch.ts';
import { suiteCommitCommand, suiteRevealCommand } from './suite-held-out.ts';
import { suiteLintCommand } from './suite-lint.ts';
import { suiteListCommand } from './suite-list.ts';
import { suiteNewCommand } from './suite-new.ts';
import { suitePowerCommand } from './suite-power.ts';
import { suiteGoalCommand, suiteTaskCommand, suiteTryCommand } from './suite-task.ts';
import { suiteVerifyCommand } from './suite-verify.ts';

/** `osharm suite`: what suites there are, whether they are sound, whether checkers and oracles say the right thing. */
export function suiteCommand(): Command {
  return new Command('suite')
    .description('Creates, builds, lists, checks, downloads, verifies and describes suites.')
    .addCommand(suiteNewCommand())
    .addCommand(suiteTaskCommand())
    .addCommand(suiteGoalCommand())
    .addCommand(suiteTryCommand())
    .addCommand(suiteBuildCommand())
    .addCommand(suiteListCommand())
    .addCommand(suiteLintCommand())
    .addCommand(suiteFetchCommand())
    .addCommand(suiteVerifyCommand())
    .addCommand(suitePowerCommand())
    .addCommand(suiteCardCommand())
    .addCommand(suiteCommitCommand())
    .addCommand(suiteRevealCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite list\n  $ osharm suite lint ../os-harm\n  $ osharm suite verify --subset quickstart',
    );
}
