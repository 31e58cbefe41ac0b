import { randomBytes } from 'node:crypto';
import { accessSync, existsSync, constants as fsFlags } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { EnvironmentError, portHint, portMessage } from '../../base/errors.ts';
import { Thumbnails } from './files/thumbnails.ts';
import { guard, headers, tokenGuard } from './guard.ts';
import { rootOf } from './index/root-of.ts';
import { RunIndex } from './index/run-index.ts';
import { IndexStore } from './index/store.ts';
import { TextSearch } from './index/text-search.ts';
import { Desktops } from './live/desktops.ts';
import { eventStream } from './live/events.ts';
import { Running } from './live/running.ts';
import { viewerState } from './live/state.ts';
import type { Fleet, World } from './live/world.ts';
import { addAnnotateRoutes } from './routes/annotate.ts';
import { addDocsRoutes } from './routes/docs.ts';
import { addFleetRoutes } from './routes/fleet.ts';
import { addPageRoutes } from './routes/pages.ts';
import { addRunRoutes } from './routes/runs.ts';
import { addSweepRoutes } from './routes/sweeps.ts';
import { addTableRoutes } from './routes/tables.ts';
import { ViewerError } from './viewer-error.ts';

export interface ViewerOptions {
  /** Defaults to 127.0.0.1. */
  host?: string;
  /** 0 selects a free port. */
  port?: number;
  /** Folder for the index. Defaults to the user's cache folder. */
  cache?: string;
  fleet?: Fleet | undefined;
  /** Required once as `?token=`, then as a cookie. Without it, anyone who can reach the address has access. */
  token?: string | undefined;
}

export interface Viewer {
  url: string;
  /** Resolves once the whole tree has been read; rejects if it is unreadable. */
  read: Promise<void>;
  close(): Promise<void>;
}

/** A missing folder counts as empty. Throws UsageError (`results-missing`), EnvironmentError (`viewer-port`). */
export async function startViewer(folder: string, options: ViewerOptions = {}): Promise<Viewer> {
  const root = existsSync(folder) ? rootOf(folder) : missingRoot(resolve(folder));
  const host = options.host ?? '127.0.0.1';
  const store = new IndexStore(root, options.cache);
  const secret = store.secret();
  const texts = new TextSearch(root, store);
  const index = new RunIndex({ root, cache: options.cache ?? null });
  const ends = new AbortController();
  const desktops = new Desktops();
  const world: World = {
    root,
    index,
    texts,
    running: new Running(root, desktops),
    desktops,
    thumbnails: new Thumbnails(),
    postToken: randomBytes(24).toString('base64url'),
    fleet: options.fleet ?? null,
    secret,
    get isWritable() {
      return isWritable(root);
    },
  };
  const read = index.isReading
    ? new Promise<void>((resolve, reject) => {
        index.once('read', resolve);
        index.once('failed', (message) => reject(new Error(message)));
      })
    : Promise.resolve();
  read.catch(() => {});
  let port = 0;
  const app = viewerApp(world, host, () => port, ends.signal, options.token);
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  try {
    port = await listen(server, host, options.port ?? 0);
  } catch (error) {
    await index.close();
    texts.close();
    throw error;
  }
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/${options.token === undefined ? '' : `?token=${options.token}`}`,
    read,
    async close() {
      ends.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await Promise.all([closed, index.close()]);
      texts.close();
    },
  };
}

function viewerApp(world: World, host: string, port: () => number, ends: AbortSignal, token: string | undefined): Hono {
  const app = new Hono();
  app.use(headers);
  app.use(guard(host, port, world.postToken));
  if (token !== undefined) app.use(tokenGuard(token));
  app.use('/api/*', async (context, next) => {
    await next();
    if (!context.res.headers.has('cache-control')) context.res.headers.set('cache-control', 'no-store');
  });
  app.get('/api/state', (context) => context.json(viewerState(world)));
  app.get('/api/events', (context) => eventStream(context, world, ends));
  addRunRoutes(app, world);
  addTableRoutes(app, world);
  addAnnotateRoutes(app, world);
  addFleetRoutes(app, world);
  addSweepRoutes(app, world);
  addDocsRoutes(app);
  addPageRoutes(app);
  app.notFound((context) => context.json({ error: 'There is nothing at this address.' }, 404));
  app.onError((error, context) => {
    if (error instanceof ViewerError) return context.json({ error: error.message }, error.status);
    process.stderr.write(`${context.req.path}: ${error.stack ?? error.message}\n`);
    return context.json({ error: 'The viewer failed; the error is in its terminal.' }, 500);
  });
  return app;
}

/** The path that a missing folder will have, with links in its existing ancestors resolved. */
function missingRoot(folder: string): string {
  const above = dirname(folder);
  return join(existsSync(above) ? rootOf(above) : missingRoot(above), basename(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, fsFlags.W_OK);
    return true;
  } catch {
    return false;
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new EnvironmentError(portMessage(host, port, error), {
          code: 'viewer-port',
          hint: portHint(error),
          cause: error,
        }),
      ),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}
