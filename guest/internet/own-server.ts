import { connect, type Socket } from 'node:net';

/**
 * Ports 80 and 443 are the mock services', on every address. A server that root starts there in the desktop listens so
 * much higher; `program_log.py` sees to that.
 */
const movedBy = 20_000;

/**
 * Relays a connection that asks for a loopback address to the desktop's own server on that port: `localhost`, or a name
 * that `/etc/hosts` points at the desktop itself. Nothing leaves the desktop by it. `otherwise`: another address was
 * asked for, or nothing listens.
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
