import { Command } from 'commander';

/** `osharm prompts`: OS-Harm's own prompts, goal texts and jailbreak template, out of the user's checkout. */
export function promptsCommand(): Command {
  const command = new Command('prompts')
    .description('Imports the prompts and texts of OS-Harm, which protocol os-harm needs, out of a checkout of it.')
    .addHelpText('after', '\nExamples:\n  $ osharm prompts import ../os-harm\n  $ osharm prompts status');
  command
    .command('import')
    .description(
      'Read prompts, goal texts, jailbreak and judge prompts out of a checkout of OS-Harm; none of its code is run.',
    )
    .argument('<checkout>', 'folder that holds run.py and mm_agents/')
    .option(
      '--accept-unknown',
      'take judge prompts of another text than the paper’s too, under names of their own (v3-1a2b3c4d)',
    )
    .option('--for <fork>', 'use the texts for the tasks of that checkout: a fork that has none of its own')
    .option('--json', 'print what was imported as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm prompts import ../os-harm\n  $ osharm prompts import ../fork --accept-unknown',
    )
    .action(async (checkout: string, options: { acceptUnknown?: boolean; for?: string; json?: boolean }) =>
      (await import('./actions/prompts.ts')).importFrom(checkout, options),
    );
  command
    .command('status')
    .description('List what is imported from which checkout; exit code 1 where nothing is.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExamples:\n  $ osharm prompts status\n  $ osharm prompts status --json')
    .action(async (options: { json?: boolean }) => (await import('./actions/prompts.ts')).promptsStatus(options));
  return command;
}
