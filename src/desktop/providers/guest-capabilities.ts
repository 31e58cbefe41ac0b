import { UsageError } from '../../base/errors.ts';
import type { DesktopCapabilities, Network } from '../client/desktop.ts';

/** An option of all providers whose desktops are reachable only through their control server. */
export interface GuestRecording {
  /** Puts a recorder of effects into each desktop. */
  recordInside?: boolean;
}

/** `end`: whether a desktop that was ended from inside can be distinguished from a broken connection. */
export const guestCapabilities = (
  { recordInside = false }: GuestRecording,
  { end, isClosed = false }: Pick<DesktopCapabilities, 'end' | 'isClosed'>,
): DesktopCapabilities => ({ effects: recordInside, isInside: recordInside, isClosed, internet: false, end });

/** Throws UsageError for any network but `host`. */
export function refuseNetwork(provider: string, network: Network | undefined): void {
  if (network === undefined || network === 'host') return;
  throw new UsageError(
    `The provider ${provider} doesn't support the network ${JSON.stringify(network)}: its desktops have their own.`,
    { code: 'network-provider', hint: 'Omit --network. The owner of such a desktop decides what it can reach.' },
  );
}
