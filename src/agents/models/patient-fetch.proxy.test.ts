import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPatientFetch } from './patient-fetch.ts';

let proxy: Server;
let connects: string[];
beforeEach(async () => {
  connects = [];
  proxy = createServer();
  proxy.on('connect', (request, socket) => {
    connects.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.unstubAllEnvs();
  proxy.close();
});

function fetchBehind(environment: Record<string, string>): typeof globalThis.fetch {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return createPatientFetch();
}
const address = (): string => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

it('requests to models go through the proxy of HTTPS_PROXY', async () => {
  const fetch = fetchBehind({ HTTPS_PROXY: address() });
  await expect(fetch('https://model.example/v1/models', {})).rejects.toThrow();
  expect(connects).toEqual(['model.example:443']);
});

it('requests bypass the proxy for the hosts of NO_PROXY and for this machine', async () => {
  const server = createServer((_, response) => response.end('here'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const fetch = fetchBehind({ HTTPS_PROXY: address(), HTTP_PROXY: address(), NO_PROXY: 'model.example' });
  expect(await (await fetch(`http://127.0.0.1:${port}/`, {})).text()).toBe('here');
  await expect(fetch('https://model.example/', { signal: AbortSignal.timeout(2000) })).rejects.toThrow();
  expect(connects).toEqual([]);
  server.close();
});
