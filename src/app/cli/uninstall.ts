import { Command } from 'commander';
import type { UninstallFlags } from './actions/uninstall.ts';

export const uninstallCommand = (): Command =>
  new Command('uninstall')
    .description(
      'Removes the cache and takes back what set-up changed on this machine: Debian packages that it installed and nothing else needs, ranges of ids, an AppArmor profile. Keeps results. Lists everything and asks first.',
    )
    .option('-y, --yes', 'don’t ask')
    .option('--dry-run', 'print what would be removed, without removing it')
    .addHelpText('after', '\nExamples:\n  $ osharm uninstall --dry-run\n  $ osharm uninstall')
    .action(async (flags: UninstallFlags) => (await import('./actions/uninstall.ts')).uninstall(flags));
