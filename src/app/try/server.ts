import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { OsharmError } from '../../base/errors.ts';
import { listen } from '../../desktop/client/listen.ts';
import { isSameSecret } from '../../desktop/client/request-guard.ts';
import { guard, headers } from '../../results/viewer/guard.ts';
import { ViewerError } from '../../results/viewer/viewer-error.ts';
import { webBundle } from '../../results/viewer/web-bundle.ts';
import { gestureSchema } from './gesture.ts';
import type { TrySession } from './session.ts';

/** Maximum milliseconds of a long poll. */
const longestWait = 20_000;
/** Milliseconds between checks for changes of the screen. */
const pictureEvery = 250;
const mostBytes = 64_000;

export interface TryServer {
  /** Includes the token. */
  url: string;
  close(): Promise<void>;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the page of a live desktop. Clients need the token to control the desktop. The page reads it from the fragment
 * of its address, which browsers never send to a server, and adds it to every request other than those for its files.
 * Throws EnvironmentError `port-taken`.
 */
export async function serveTry(
  session: TrySession,
  { host, port, token }: { host: string; port: number; token: string },
): Promise<TryServer> {
  let bound = 0;
  const app = new Hono();
  app.use(headers);
  app.use(guard(host, () => bound, token));
  app.use('/api/*', async (context, next) => {
    if (!isSameSecret(context.req.header('x-osharm-token') ?? '', token))
      throw new ViewerError(403, 'This address lacks its token. Take the one that the terminal printed.');
    await next();
    context.res.headers.set('cache-control', 'no-store');
  });
  app.use('/api/*', bodyLimit({ maxSize: mostBytes }));
  addRoutes(app, session);
  addFiles(app);
  app.notFound((context) => context.json({ error: 'There is nothing at this address.' }, 404));
  app.onError((error, context) => {
    if (error instanceof ViewerError) return context.json({ error: error.message }, error.status);
    if (error instanceof z.ZodError) return context.json({ error: z.prettifyError(error) }, 400);
    if (error instanceof OsharmError)
      return context.json({ error: [error.message, error.hint].filter(Boolean).join(' ') }, 409);
    process.stderr.write(`${context.req.path}: ${error.stack ?? error.message}\n`);
    return context.json({ error: 'osharm failed; its terminal shows the error.' }, 500);
  });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listen(server, { port, host, hint: 'Choose another with --port (0: any free port).' });
  bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/#${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function addRoutes(app: Hono, session: TrySession): void {
  app.get('/api/try/state', async (context) => {
    const after = Number(context.req.query('after') ?? -1);
    await session.changed(after, longestWait, context.req.raw.signal);
    return context.json(session.state());
  });
  app.get('/api/try/picture', async (context) => {
    const known = context.req.query('known') ?? null;
    const until = performance.now() + longestWait / 2;
    for (;;) {
      const picture = await session.picture(known);
      if (picture !== null)
        return new Response(new Uint8Array(picture.jpeg), {
          headers: { 'content-type': 'image/jpeg', 'x-picture': picture.name },
        });
      if (performance.now() > until || context.req.raw.signal.aborted) return context.body(null, 204);
      await new Promise((resolve) => setTimeout(resolve, pictureEvery));
    }
  });
  app.get('/api/try/elements', async (context) => context.json(await session.elements()));
  app.post('/api/try/act', async (context) => {
    await session.act(gestureSchema.parse(await context.req.json()));
    return context.json({});
  });
  app.post('/api/try/evaluate', async (context) => {
    await session.evaluate();
    return context.json({});
  });
  app.post('/api/try/start-over', async (context) => {
    await session.start();
    return context.json({});
  });
  const indexSchema = z.strictObject({ index: z.int().min(0) });
  app.post('/api/try/remove-step', async (context) => {
    session.removeStep(indexSchema.parse(await context.req.json()).index);
    return context.json({});
  });
  app.post('/api/try/mark-step', async (context) => {
    session.markStep(indexSchema.parse(await context.req.json()).index);
    return context.json({});
  });
  app.post('/api/try/save', async (context) => {
    session.save(z.strictObject({ reference: z.string() }).parse(await context.req.json()).reference);
    return context.json({});
  });
}

function addFiles(app: Hono): void {
  app.get('/*', async (context) => {
    const { pathname } = new URL(context.req.url);
    const name = pathname === '/' ? 'try.html' : /^\/(try\/[\w.-]+\.\w+)$/.exec(pathname)?.[1];
    const { folder } = await webBundle();
    const content = name === undefined ? null : await readFile(join(folder, name)).catch(() => null);
    if (name === undefined || content === null) throw new ViewerError(404, 'There is nothing at this address.');
    return new Response(new Uint8Array(content), {
      headers: { 'content-type': types[extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-cache' },
    });
  });
}
