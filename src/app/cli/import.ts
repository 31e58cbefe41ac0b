import { Command } from 'commander';
import type { ImportFlags } from './actions/import.ts';

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Reads prompts, goal texts, jailbreak and judge prompts, which the profile os-harm needs, from a checkout of OS-Harm, and runs none of its code. With --out: writes a suite of OSWorld 2.0’s tasks.',
    )
    .argument('[checkout]', 'folder that contains run.py and mm_agents/, or OSWorld 2.0’s task_*.py')
    .option('--status', 'list what is imported from which checkout; exit code 1 if nothing is')
    .option('--accept-unknown', 'also import judge prompts that differ from the paper’s, under new names (v3-1a2b3c4d)')
    .option('--for <fork>', 'use the texts for the tasks of that checkout, a fork without its own texts')
    .option('--out <suite>', 'write a suite of the OSWorld 2.0 tasks in the folder')
    .option('--assets <folder>', 'files of OSWorld 2.0’s tasks, as task_001/FILE')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ osharm import ../os-harm\n  $ osharm import ../fork --accept-unknown\n  $ osharm import --status --json\n  $ osharm import ../osworld_v2_tasks --assets ../osworld_v2_assets --out osworld-2',
    )
    .action(async (checkout: string | undefined, flags: ImportFlags) =>
      (await import('./actions/import.ts')).importOrStatus(checkout, flags),
    );
}
