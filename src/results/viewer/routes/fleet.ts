import type { Hono } from 'hono';
import type { FleetState } from '../api/fleet.ts';
import { dataPolicy } from '../guard.ts';
import type { Fleet, World } from '../live/world.ts';
import { ViewerError } from '../viewer-error.ts';

/** The queue's state is cached for this long, however many pages are open. */
const askedEveryMs = 1000;

export function addFleetRoutes(app: Hono, world: World): void {
  let known: { at: number; state: Promise<FleetState> } | null = null;
  app.get('/api/fleet', async (context) => {
    const fleet = fleetOf(world);
    if (known === null || Date.now() - known.at > askedEveryMs) known = { at: Date.now(), state: fleet.state() };
    try {
      return context.json(await known.state);
    } catch (error) {
      throw new ViewerError(503, `The queue doesn't answer: ${(error as Error).message}`);
    }
  });
  app.get('/api/fleet/picture', async (context) => {
    const { sweep = '', key = '', attempt = '' } = context.req.query();
    const picture = await fleetOf(world).picture({ sweep, key, attempt: Number(attempt) || 0 });
    if (picture === null) throw new ViewerError(404, 'It has no picture.');
    return context.body(new Uint8Array(picture), 200, {
      'content-type': 'image/webp',
      'content-security-policy': dataPolicy,
      'cache-control': 'no-store',
    });
  });
}

function fleetOf({ fleet }: World): Fleet {
  if (fleet === null) throw new ViewerError(404, 'This viewer watches no queue: osharm view --queue URL does.');
  return fleet;
}
