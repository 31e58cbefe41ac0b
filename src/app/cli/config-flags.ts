import type { Command } from 'commander';
import type { ConfigSection } from './actions/config.ts';

export function addConfig<T extends Command>(command: T, section: ConfigSection): T {
  command
    .option(
      '--config <file>',
      'read plug-ins, agents and defaults of flags from this file (default: the nearest osharm.config.ts or osharm.yaml from here upward)',
    )
    .option('--no-config', 'read no config file')
    .hook('preAction', async (_, hooked) => (await import('./actions/config.ts')).applyConfig(hooked, section));
  return command;
}
