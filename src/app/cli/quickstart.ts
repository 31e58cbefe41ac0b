import { Command } from 'commander';

/** `osharm setup quickstart`: two reference agents over a part of the bundled suite, tables of what they did, and where to look. */
export function quickstartCommand(): Command {
  return new Command('quickstart')
    .summary('run reference agents on a real desktop and print what happened')
    .description(
      'Runs two reference agents (scripts, not models) over bundled tasks on real desktops and shows that every check and verdict is right.',
    )
    .option('--out <dir>', 'where results go (default: results/quickstart-TIME)')
    .addHelpText('after', '\nExamples:\n  $ npm run quickstart\n  $ osharm setup quickstart --out /tmp/first-look')
    .action(async (flags: { out?: string }) => (await import('./actions/quickstart.ts')).quickstart(flags));
}
