import { UsageError } from '../../../base/errors.ts';
import { GuestDesktop } from '../../client/guest/guest-desktop.ts';
import { GuestWatch } from '../../client/guest/guest-watch.ts';
import { pictureSize } from '../../client/guest/picture-size.ts';
import { waitForGuest } from '../../client/guest/wait-for-guest.ts';
import { GuestClient } from '../../client/guest-client.ts';
import { connectRemote } from './connect-remote.ts';
import { readDesktopList } from './desktop-list.ts';

const answerMs = 15_000;

/** For inspection: doesn't lease or reset the desktop. Throws UsageError, or EnvironmentError `guest-not-ready`. */
export async function desktopAt(address: string, signal?: AbortSignal | undefined): Promise<GuestDesktop> {
  const [place, ...more] = readDesktopList([address]);
  if (place === undefined || more.length > 0)
    throw new UsageError(`${JSON.stringify(address)} is not the address of a desktop.`, { code: 'remote-address' });
  const guest = new GuestClient({ baseUrl: place.baseUrl });
  try {
    const stop = { signal };
    const kind = await waitForGuest(guest, { what: `The desktop ${place.url}`, deadline: answerMs, ...stop });
    return new GuestDesktop({
      id: place.url,
      provider: 'remote',
      image: 'remote',
      guest,
      kind,
      password: 'password',
      startTimings: {},
      display: pictureSize(await guest.screenshot(signal)),
      watch: new GuestWatch({ budget: null }),
      connect: (port, openSignal) => connectRemote(place, port, openSignal),
      close: async () => undefined,
    });
  } catch (error) {
    guest.close();
    throw error;
  }
}
