import { UsageError } from '../../base/errors.ts';
import type { DesktopCapabilities, Network } from '../client/desktop.ts';

/** Desktops that are known by their control server alone. */
export const guestCapabilities: DesktopCapabilities = { effects: false, internet: false, end: false };

/** Throws UsageError where a network is asked for that such a desktop can't be given. */
export function refuseNetwork(provider: string, network: Network | undefined): void {
  if (network === undefined || network === 'host') return;
  throw new UsageError(
    `The provider ${provider} doesn't support the network ${JSON.stringify(network)}: its desktops have their own.`,
    { code: 'network-provider', hint: 'Omit --network. The owner of such a desktop decides what it can reach.' },
  );
}
