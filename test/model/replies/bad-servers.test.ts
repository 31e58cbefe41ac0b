import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createPort } from '../../../src/agents/models/create-port.ts';
import { mostBytesOfReply } from '../../../src/agents/models/exchange.ts';
import { blankReply, callModel } from '../../../src/agents/models/model.ts';
import type { ModelError } from '../../../src/agents/models/model-error.ts';
import { keyOf, resolveModel } from '../../../src/agents/models/model-name.ts';
import { createWire } from '../../../src/agents/models/wire/create-wire.ts';
import { certificate } from './self-signed.ts';
import { chat, page } from './shapes.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, isSecure = false) {
  const seen: { url: string; key: string | undefined }[] = [];
  const noted: RequestListener = (request, response) => {
    seen.push({ url: request.url ?? '', key: request.headers.authorization });
    request.resume();
    listener(request, response);
  };
  const server = isSecure ? (createSecureServer(certificate, noted) as unknown as Server) : createServer(noted);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http${isSecure ? 's' : ''}://127.0.0.1:${port}/v1`, seen };
}

/** The error of a call with the defaults' retries, which wait for nothing here. */
async function failureOf(url: string, timeoutMs = 60_000): Promise<ModelError> {
  const environment = { OSHARM_API_KEY: 'sk-very-secret-0123' };
  const port = createPort({ environment });
  port.retry = { ...port.retry, baseMs: 1, maximumMs: 1, totalMs: 2.2 * timeoutMs };
  port.timeoutMs = timeoutMs;
  const address = resolveModel(`compatible@${url}:m`, environment);
  const wire = createWire(address, keyOf(address, environment), { profile: 'osharm', environment });
  const request = { messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Go.' }] }] };
  const context = { role: 'agent', scope: 'os/t', recorder: null };
  await wire.ready?.();
  return callModel(port, address, wire, request, context, blankReply).then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error: ModelError) => error,
  );
}

const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

describe('misbehaving model servers', () => {
  it('a server that answers 200 with a web page is called once', async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(200, html).end(page('Sign in')));
    expect(await failureOf(url)).toMatchObject({ kind: 'unreadable-reply', isRetryable: false });
    expect(seen).toHaveLength(1);
  });

  it('a server that answers 502 with a web page is retried, since gateways recover and charge nothing', async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(502, html).end(page('Bad Gateway')));
    expect(await failureOf(url)).toMatchObject({ kind: 'server-error', isRetryable: true });
    expect(seen).toHaveLength(8);
  });

  it('a server with unreadable replies is called three times', async () => {
    const { url, seen } = await serve((_, response) => response.writeHead(200, json).end('{"choices":[{'));
    expect(await failureOf(url)).toMatchObject({ kind: 'unreadable-reply', isRetryable: true });
    expect(seen).toHaveLength(3);
  });

  it('a reply with 50 MB of text is read', async () => {
    const body = JSON.stringify(chat('stop', { content: 'a'.repeat(50_000_000) }));
    const { url, seen } = await serve((_, response) => response.writeHead(200, json).end(body));
    await expect(failureOf(url)).rejects.toThrow('The call succeeded.');
    expect(seen).toHaveLength(1);
  });

  it('an endless reply is cut off at the limit, and the server is called once', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    let sent = 0;
    const { url, seen } = await serve((_, response) => {
      response.writeHead(200, json);
      const more = (): void => {
        while (!response.destroyed) {
          sent += part.length;
          if (!response.write(part)) return;
        }
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(url)).toMatchObject({
      kind: 'unreadable-reply',
      isRetryable: false,
      message: expect.stringContaining('64 MiB'),
    });
    expect(seen).toHaveLength(1);
    expect(sent).toBeLessThan(2 * mostBytesOfReply);
  });

  it('a server that answers byte by byte ends at the time limit', async () => {
    const { url, seen } = await serve((_, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await failureOf(url, 100)).toMatchObject({ kind: 'timeout', isRetryable: true });
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  it('a server that never answers ends at the time limit', async () => {
    const { url, seen } = await serve(() => {});
    expect(await failureOf(url, 100)).toMatchObject({ kind: 'timeout', isRetryable: true });
    expect(seen.length).toBeLessThanOrEqual(3);
  });

  it('a server with an invalid certificate gets no request', async () => {
    const { url, seen } = await serve((_, response) => response.end(), true);
    expect(await failureOf(url)).toMatchObject({
      kind: 'unreachable',
      isRetryable: false,
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(seen).toHaveLength(0);
  });

  it.each([301, 302, 307, 308])(
    'a server that redirects (%i) is called once, and the other host is never called',
    async (status) => {
      const other = await serve((_, response) => response.writeHead(200, json).end(JSON.stringify(chat('stop'))));
      const location = other.url.replace('127.0.0.1', 'localhost');
      const { url, seen } = await serve((_, response) => response.writeHead(status, { location }).end());
      expect(await failureOf(url)).toMatchObject({
        kind: 'unreachable',
        isRetryable: false,
        hint: expect.stringContaining('final address'),
      });
      expect(seen).toHaveLength(1);
      expect(other.seen).toEqual([]);
    },
  );
});
