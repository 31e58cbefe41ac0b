import { Command } from 'commander';
import { suiteLintCommand } from './suite-lint.ts';
import { suiteListCommand } from './suite-list.ts';
import { suiteVerifyCommand } from './suite-verify.ts';

/** `osharm suite`: what suites there are, whether they are sound, whether checkers and oracles say the right thing. */
export function suiteCommand(): Command {
  return new Command('suite')
    .summary('list, lint and verify suites')
    .description(
      'Lists suites, looks for mistakes in their files, and runs reference agents to show that checkers and oracles are right.',
    )
    .addCommand(suiteListCommand())
    .addCommand(suiteLintCommand())
    .addCommand(suiteVerifyCommand());
}
