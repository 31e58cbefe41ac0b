import { connect, type Socket } from 'node:net';
import { DBusError } from './dbus-error.ts';

/** Returns false to pause the socket; the receiver resumes it. */
export interface ByteSink {
  received(buffer: Buffer, start: number, end: number): boolean;
}

const RECEIVE_BYTES = 256 * 1024;

/**
 * Authenticates with the socket's credentials (SASL EXTERNAL). `sink` gets all later bytes in a reused buffer. Rejects
 * with DBusError `closed` or `deadline`.
 */
export function openAuthenticatedSocket(path: string, sink: ByteSink, deadlineMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let handshake: string | null = '';
    const receive = Buffer.allocUnsafe(RECEIVE_BYTES);
    const socket = connect({
      path,
      onread: {
        buffer: receive,
        callback: (length: number): boolean => {
          if (handshake === null) return sink.received(receive, 0, length);
          takeHandshake(length);
          return true;
        },
      },
    });
    const fail = (error: DBusError): void => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new DBusError('deadline', `no D-Bus handshake in ${deadlineMs} ms`)),
      deadlineMs,
    );
    const ended = (): void => fail(new DBusError('closed', 'the D-Bus connection ended during its handshake'));
    const failed = (error: Error): void => fail(new DBusError('closed', error.message));
    const takeHandshake = (length: number): void => {
      handshake += receive.toString('latin1', 0, length);
      if (!handshake?.includes('\r\n')) return;
      if (!handshake.startsWith('OK ')) {
        fail(new DBusError('protocol', `D-Bus authentication refused: ${handshake.trim().slice(0, 80)}`));
        return;
      }
      handshake = null;
      clearTimeout(timer);
      socket.off('error', failed).off('close', ended);
      socket.write('BEGIN\r\n');
      resolve(socket);
    };
    socket.on('error', failed).on('close', ended);
    socket.on('connect', () => {
      const identity = Buffer.from(String(process.getuid?.() ?? 0), 'latin1').toString('hex');
      socket.write(`\0AUTH EXTERNAL ${identity}\r\n`);
    });
  });
}
