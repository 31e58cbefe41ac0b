import type { Server } from 'node:http';
import type { RequestRule } from '../../src/desktop/client/request-guard.ts';
import type { Context } from './context.ts';
import { createHttpServer, type Route } from './http-server.ts';
import { commandRoutes } from './routes/commands.ts';
import { fileRoutes } from './routes/files.ts';
import { observationRoutes } from './routes/observations.ts';
import { setupRoutes } from './routes/setup.ts';
import { v2Routes } from './routes/v2.ts';

/** Serves OSWorld's protocol (classic and Verified) and the additions under `/v2/`. */
export function createControlServer(context: Context, rule: RequestRule | null): Server {
  const routes = new Map<string, Route>([
    ...commandRoutes(context),
    ...fileRoutes(context),
    ...observationRoutes(context),
    ...setupRoutes(context),
    ...v2Routes(context),
  ]);
  return createHttpServer(routes, rule);
}
