import { UsageError } from '../../base/errors.ts';
import type { DesktopCapabilities, Network } from '../client/desktop.ts';

/** Desktops that are known by their control server alone. */
export const guestCapabilities: DesktopCapabilities = { effects: false, internet: false, end: false };

/** Throws UsageError where a network is asked for that such a desktop can't be given. */
export function refuseNetwork(provider: string, network: Network | undefined): void {
  if (network === undefined || network === 'host') return;
  throw new UsageError(
    `The provider ${provider} can't give its desktops the network ${JSON.stringify(network)}: they have their own.`,
    { code: 'network-provider', hint: 'Leave --network out. What such a desktop can reach is for its owner to say.' },
  );
}
