import { type Command, InvalidArgumentError } from 'commander';
import { type ProviderOptions, providerNames } from '../desktop/providers/registry.ts';

/** Flags that say where desktops come from. */
export interface ProviderFlags {
  provider?: string;
  remote?: string[];
  resetCommand?: string;
  resetUrl?: string;
  allowDirty?: boolean;
  screenshotBudget?: number;
  guestPassword?: string;
  imageName?: string;
}

/** Adds them; `docs/providers.md` tells what they mean. */
export function addProviderFlags(command: Command): Command {
  return command
    .option('--provider <name>', `what supplies desktops: ${providerNames.join(', ')} (sandbox)`)
    .option('--remote <address...>', 'for remote: http://HOST:PORT, HOST:SERVER:CHROMIUM:VNC:VLC, or a file of them')
    .option(
      '--reset-command <command>',
      'for remote: resets the desktop at $OSHARM_DESKTOP_URL; run here, without a shell',
    )
    .option(
      '--reset-url <url>',
      'for remote: resets the desktop by a POST; {url} is its address, a path is its server’s own',
    )
    .option('--allow-dirty', 'for remote: use desktops again that were used and can’t be reset (run.json says so)')
    .option(
      '--screenshot-budget <n>',
      'for OSWorld’s own servers: screenshots between two resets (200; 0: no limit)',
      count,
    )
    .option('--guest-password <text>', 'password of the desktop’s user (password)')
    .option('--image-name <name>', 'for remote: what tables call the image of these desktops (remote)');
}

/** What the flags say, for `createProvider`. */
export function providerOptions(flags: ProviderFlags): ProviderOptions {
  const { remote, resetCommand, resetUrl, allowDirty, screenshotBudget, guestPassword, imageName } = flags;
  const options = { remote, resetCommand, resetUrl, allowDirty, screenshotBudget, password: guestPassword, imageName };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as ProviderOptions;
}

function count(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0 on.');
  return Number(text);
}
