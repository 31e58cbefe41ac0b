import { connect, type Socket } from 'node:net';

/** `program_log.py` adds this to the ports of root's web servers, because the mock services occupy 80 and 443. */
const movedBy = 20_000;

/**
 * Relays connections to loopback addresses (`localhost`, or names in `/etc/hosts`) to the desktop's own server. Calls
 * `otherwise` for other addresses, or if nothing listens.
 */
export function relayToOwnServer(socket: Socket, port: number, otherwise: () => void): void {
  if (!/^(?:::ffff:)?127\./.test(socket.localAddress ?? '')) {
    otherwise();
    return;
  }
  const server = connect(port + movedBy, '127.0.0.1');
  server.once('error', otherwise);
  server.once('connect', () => {
    server.off('error', otherwise);
    for (const [from, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.on('error', () => other.destroy());
      from.once('close', () => other.destroy());
      from.pipe(other);
    }
  });
}
