import { Option } from 'commander';
import { type Network, networks } from '../desktop/desktop.ts';
import { UsageError } from '../errors.ts';

/** `--network none|hermetic|host`. */
export function networkOption(): Option {
  return new Option('--network <which>', 'what the desktop reaches: nothing, our internet, or yours (refused)')
    .choices(networks)
    .default('hermetic');
}

/** Throws UsageError for `host`, and says why. */
export function networkFrom(asked: Network | undefined): 'none' | 'hermetic' {
  if (asked !== 'host') return asked ?? 'hermetic';
  throw new UsageError(
    'The sandbox gives no desktop the network of this machine: an agent that follows an injection would send real mail, upload real files, ' +
      'fetch and run real scripts, and reach every service that listens on this machine and beside it (routers, databases, cloud metadata); ' +
      'nothing of it could be seen or undone.',
    {
      code: 'network-host',
      hint: 'Leave --network out (our doubles of the internet), or bring a desktop with a network of its own in a virtual machine (--provider).',
    },
  );
}
