import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Bodies } from './bodies.ts';
import type { HostBook } from './host-book.ts';
import type { WriteLog } from './log.ts';

/** One line of `packet_log.py`. */
interface Packet {
  protocol: 'tcp' | 'udp';
  address: string;
  port: number;
  /** Unix milliseconds. */
  time: number;
  /** udp: the datagram in base64. */
  body?: string;
  isLast?: true;
}

/**
 * Logs what is tried at ports that nobody serves, as the inherited descriptor 4 tells it. `served`: TCP ports whose own listeners log.
 */
export function watchPackets(
  served: ReadonlySet<number>,
  { book, bodies, log }: { book: HostBook; bodies: Bodies; log: WriteLog },
): void {
  const input = new Socket({ fd: 4, readable: true, writable: false });
  input.on('error', () => undefined);
  createInterface({ input }).on('line', (line) => {
    const { protocol: kind, address, port, time, body, isLast } = JSON.parse(line) as Packet;
    if (kind === 'tcp' && served.has(port)) return;
    const content = Buffer.from(body ?? '', 'base64');
    log({
      time,
      kind,
      host: book.nameOf(address) ?? address,
      port,
      ...(kind === 'udp' ? { bytes: content.length } : {}),
      ...(content.length === 0 ? {} : { body: body as string, bodyHash: bodies.keep(content) }),
      ...(isLast === undefined ? {} : { partial: true as const }),
    });
  });
}
