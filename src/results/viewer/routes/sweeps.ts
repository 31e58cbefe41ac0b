import type { Hono } from 'hono';
import { z } from 'zod';
import { controlRequestSchema } from '../../../base/record/sweep-control.ts';
import { controlledSweeps, passRequestOn } from '../live/controlled-sweeps.ts';
import type { World } from '../live/world.ts';
import { ViewerError } from '../viewer-error.ts';
import { jsonBody } from './json-body.ts';

const controlSchema = z.strictObject({ folder: z.string(), request: controlRequestSchema });

export function addSweepRoutes(app: Hono, world: World): void {
  app.get('/api/sweeps', async (context) => context.json(await controlledSweeps(world.root)));
  app.post('/api/sweeps', async (context) => {
    const body = controlSchema.safeParse(await jsonBody(context, world));
    if (!body.success) throw new ViewerError(400, 'The request is malformed.');
    return context.json(await passRequestOn(world.root, body.data.folder, body.data.request));
  });
}
