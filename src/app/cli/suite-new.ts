import { Command } from 'commander';

/** `osharm suite new DIR`. */
export function suiteNewCommand(): Command {
  return new Command('new')
    .summary('write a suite to start from')
    .description(
      'Writes a suite with a task, a goal, reference solutions and JSON Schemas for your editor. It passes suite lint and suite verify as it is.',
    )
    .argument('<dir>', 'a folder that is not there yet')
    .addHelpText('after', '\nExamples:\n  $ osharm suite new my-suite\n  $ osharm suite verify my-suite')
    .action(async (folder: string) => (await import('./actions/new.ts')).writeSuite(folder));
}
