import { UsageError } from '../../base/errors.ts';
import type { Network } from '../../desktop/client/desktop.ts';

/** Returns the network of a run's desktops. Throws UsageError for one that the provider does not support. */
export function networkFor(provider: string, requested: Network | undefined): 'none' | 'host' | undefined {
  if (provider === 'sandbox') return networkFrom(requested) === 'none' ? 'none' : undefined;
  const isOwn = provider !== 'qemu';
  if (requested === undefined) return isOwn ? 'host' : 'none';
  if (requested === 'host' || (requested === 'none' && !isOwn)) return requested;
  throw new UsageError(`The provider ${provider} doesn't support the network ${JSON.stringify(requested)}.`, {
    code: 'network-provider',
    hint: isOwn
      ? 'Omit --network: these desktops have their own network, and their owner decides what it reaches.'
      : 'Use --network none (nothing leaves; the default) or host (this machine’s network).',
  });
}

export function networkFrom(requested: Network | undefined): 'none' | 'hermetic' {
  if (requested !== 'host') return requested ?? 'hermetic';
  throw new UsageError(
    'The sandbox gives no desktop the network of this machine: an agent that follows an injection would send real mail, upload real files, ' +
      'fetch and run real scripts, and reach every service that listens on this machine and its network (routers, databases, cloud metadata); ' +
      'none of that could be recorded or undone.',
    {
      code: 'network-host',
      hint: 'Omit --network (our mock services), or bring a desktop with a network of its own in a virtual machine (--provider).',
    },
  );
}
