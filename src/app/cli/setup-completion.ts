import { Argument, Command } from 'commander';
import type { Commands } from './command-entry.ts';

/** `osharm setup completion SHELL`. */
export function completionCommand(commands: Commands): Command {
  return new Command('completion')
    .summary('print a completion script for your shell')
    .description('Prints a script that lets your shell complete commands and flags.')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ source <(osharm setup completion bash)\n  $ osharm setup completion fish > ~/.config/fish/completions/osharm.fish',
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      process.stdout.write(await (await import('./completion.ts')).completionScript(commands, shell));
    });
}
