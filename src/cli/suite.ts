import { Command } from 'commander';
import { suiteFetchCommand } from './suite-fetch.ts';
import { suiteLintCommand } from './suite-lint.ts';
import { suiteListCommand } from './suite-list.ts';
import { suiteVerifyCommand } from './suite-verify.ts';

/** `osharm suite`: what suites there are, whether they are sound, whether checkers and oracles say the right thing. */
export function suiteCommand(): Command {
  return new Command('suite')
    .summary('list, lint, fetch and verify suites')
    .description(
      'Lists suites, looks for mistakes in their files, downloads what they name, and runs reference agents to show that checkers and oracles are right.',
    )
    .addCommand(suiteListCommand())
    .addCommand(suiteLintCommand())
    .addCommand(suiteFetchCommand())
    .addCommand(suiteVerifyCommand())
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm suite list\n  $ osharm suite lint ../os-harm\n  $ osharm suite verify --manifest quickstart',
    );
}
