import { Command } from 'commander';

/** `osharm setup`: what this machine needs, once. */
export function setupCommand(): Command {
  return new Command('setup')
    .summary('install what desktops need on this machine, and build their image')
    .description(
      'Installs the Debian packages that desktops need, gives you a range of ids for them, and builds the desktop image. Does only what is missing. Root is asked for where it is needed.',
    )
    .addHelpText('after', '\nExamples:\n  $ osharm setup\n  $ osharm setup && osharm quickstart')
    .action(async () => {
      process.exitCode = (await import('./actions/setup.ts')).setUp();
    });
}
