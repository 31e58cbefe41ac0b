import { Option } from 'commander';
import { networks } from '../../desktop/client/desktop.ts';

/** `--network none|hermetic|host`. */
export function networkOption(): Option {
  return new Option(
    '--network <which>',
    'what the desktop reaches: nothing, doubles of the internet (the default), or this machine’s network (refused by the sandbox)',
  ).choices(networks);
}
