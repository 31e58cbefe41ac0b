import { Command } from 'commander';
import type { Commands } from './command-entry.ts';
import { quickstartCommand } from './quickstart.ts';
import { agentCommand } from './setup-agent.ts';
import { cacheCommand } from './setup-cache.ts';
import { completionCommand } from './setup-completion.ts';
import { imageCommand } from './setup-image.ts';

/** `osharm setup [quickstart|agent|image|cache|completion]`: what this machine needs, once. */
export function setupCommand(commands: Commands): Command {
  return new Command('setup')
    .description(
      'Installs the Debian packages that desktops need, gives your user a range of ids, and builds the desktop image. Does only what is missing, and asks for root where it is needed.',
    )
    .addHelpText('after', '\nExamples:\n  $ osharm setup\n  $ osharm setup quickstart\n  $ osharm setup image list')
    .action(async () => {
      process.exitCode = (await import('./actions/setup.ts')).setUp();
    })
    .addCommand(quickstartCommand())
    .addCommand(agentCommand())
    .addCommand(imageCommand())
    .addCommand(cacheCommand())
    .addCommand(completionCommand(commands));
}
