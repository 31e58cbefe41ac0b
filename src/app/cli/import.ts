import { Command } from 'commander';
import type { ImportFlags } from './actions/import.ts';

/** `osharm import CHECKOUT`: OS-Harm's own prompts, goal texts and jailbreak template, out of the user's checkout. */
export function importCommand(): Command {
  return new Command('import')
    .description(
      'Reads prompts, goal texts, jailbreak and judge prompts, which the profile os-harm needs, from a checkout of OS-Harm. Runs none of its code.',
    )
    .argument('[checkout]', 'folder that contains run.py and mm_agents/')
    .option('--status', 'list what is imported from which checkout; exit code 1 if nothing is')
    .option(
      '--accept-unknown',
      'import judge prompts that differ from the paper’s too, under names of their own (v3-1a2b3c4d)',
    )
    .option('--for <fork>', 'use the texts for the tasks of that checkout: a fork that has none of its own')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm import ../os-harm\n  $ osharm import ../fork --accept-unknown\n  $ osharm import --status --json',
    )
    .action(async (checkout: string | undefined, flags: ImportFlags) =>
      (await import('./actions/import.ts')).importOrStatus(checkout, flags),
    );
}
