import { Socket } from 'node:net';
import { endText, LineChannel } from '../../src/base/line-channel.ts';
import { packetSchema } from '../../src/desktop/client/internet-protocol.ts';
import type { Bodies } from './bodies.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';

/** Reads the inherited descriptor 4. `served`: TCP ports whose servers log themselves. */
export function watchPackets(
  served: ReadonlySet<number>,
  { book, bodies, log }: { book: HostBook; bodies: Bodies; log: WriteLog },
): void {
  new LineChannel({
    input: new Socket({ fd: 4, readable: true, writable: false }),
    schema: packetSchema,
    onMessage: ({ protocol: kind, address, port, time, body, isLast }) => {
      const content = Buffer.from(body ?? '', 'base64');
      if (kind === 'tcp' && served.has(port) && content.length === 0) return;
      log({
        time,
        kind,
        host: book.nameOf(address) ?? address,
        port,
        bytes: kind === 'udp' || content.length > 0 ? content.length : undefined,
        body: content.length === 0 ? undefined : (body as string),
        bodyHash: content.length === 0 ? undefined : bodies.keep(content),
        partial: isLast === undefined ? undefined : (true as const),
      });
    },
    // The log ends with the desktop or after an entry with `isLast`. Neither stops the other services.
    onEnd: (end) => {
      if (end.kind !== 'closed') throw new Error(`the log of packets ${endText(end)}`);
    },
  });
}
