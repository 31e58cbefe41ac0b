import { UsageError } from '../../base/errors.ts';
import type { DesktopCapabilities, Network } from '../client/desktop.ts';

/** Capabilities of desktops that are reachable only through their control server. */
export const guestCapabilities: DesktopCapabilities = { effects: false, internet: false, end: false };

/** Throws UsageError for any network but `host`. */
export function refuseNetwork(provider: string, network: Network | undefined): void {
  if (network === undefined || network === 'host') return;
  throw new UsageError(
    `The provider ${provider} doesn't support the network ${JSON.stringify(network)}: its desktops have their own.`,
    { code: 'network-provider', hint: 'Omit --network. The owner of such a desktop decides what it can reach.' },
  );
}
