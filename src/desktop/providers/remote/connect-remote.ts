import type { Duplex } from 'node:stream';
import { openStream } from '../../client/guest/open-stream.ts';
import type { RemoteDesktopAddress } from './desktop-list.ts';

/** Connects to the host port that is mapped to `port` inside the desktop. */
export function connectRemote(
  place: RemoteDesktopAddress,
  port: number,
  signal?: AbortSignal | undefined,
): Promise<Duplex> {
  const forwardedPort = port === 5000 ? Number(new URL(place.url).port || 80) : undefined;
  return openStream(
    { host: place.host, port: forwardedPort ?? place.ports[port] ?? port },
    {
      what: `Port ${port} of the desktop`,
      hint: 'Open it there, or name the port that maps to it: --remote HOST:SERVER:CHROMIUM:VNC:VLC.',
      signal,
    },
  );
}
