import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { EnvironmentError } from '../../../base/errors.ts';

const connectMs = 10_000;

/** Throws EnvironmentError `desktop-port`; `what` names the target in its message. */
export function openStream(
  where: { host: string; port: number } | { path: string },
  options: { what: string; hint?: string; signal?: AbortSignal | undefined },
): Promise<Duplex> {
  const { what, hint, signal } = options;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const socket = connect(where);
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      act();
    };
    const fail = (reason: string): void =>
      finish(() => {
        socket.destroy();
        reject(
          new EnvironmentError(
            `${what} can't be reached at ${'path' in where ? where.path : `${where.host}:${where.port}`}: ${reason}.`,
            {
              code: 'desktop-port',
              isRetryable: true,
              hint,
            },
          ),
        );
      });
    const abort = (): void =>
      finish(() => {
        socket.destroy();
        reject(signal?.reason);
      });
    const timer = setTimeout(() => fail(`no answer within ${connectMs / 1000} s`), connectMs);
    signal?.addEventListener('abort', abort, { once: true });
    socket.once('error', (error) => fail(error.message));
    socket.once('connect', () =>
      finish(() => {
        socket.removeAllListeners('error');
        socket.on('error', () => socket.destroy());
        resolve(socket);
      }),
    );
  });
}
