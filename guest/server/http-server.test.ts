import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { GuestReplyError } from '../../src/desktop/client/guest-http.ts';
import { DBusError } from '../accessibility/dbus/dbus-error.ts';
import { createHttpServer, type Route } from './http-server.ts';
import { PageError } from './reply.ts';

it('a timeout is distinguished from other errors', async () => {
  const failing = (error: Error): Route => ({ method: 'GET', deadlineMs: 5_000, handle: () => Promise.reject(error) });
  const routes = new Map<string, Route>([
    ['/hangs', { method: 'GET', deadlineMs: 10, handle: () => new Promise(() => {}) }],
    ['/slow-bus', failing(new DBusError('deadline', 'GetChildren: no answer in time'))],
    ['/refused', failing(new PageError(500))],
  ]);
  const server = createHttpServer(routes, null).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const isLate = async (path: string): Promise<boolean> => {
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    const body = Buffer.from(await reply.arrayBuffer());
    return new GuestReplyError(path, { status: reply.status, headers: {}, body }).isLate;
  };
  expect(await Promise.all(['/hangs', '/slow-bus', '/refused'].map(isLate))).toEqual([true, true, false]);
  server.close();
});
