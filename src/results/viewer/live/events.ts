import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { newestPicture } from './running.ts';
import { viewerState } from './state.ts';
import type { World } from './world.ts';

const everyMs = 1000;
/** The state is sent at least this often, so that pages notice when the server is down. */
const quietMs = 15_000;
/** If more runs changed, their events are omitted. */
const mostRuns = 50;

/** Server-sent events: `state` on changes, `run` for each changed run, `desktop` for each new picture. */
export function eventStream(context: Context, world: World, ends: AbortSignal): Response {
  return streamSSE(context, async (stream) => {
    const changed = new Set<string>();
    const note = (ids: string[]): void => {
      for (const id of ids) if (changed.size <= mostRuns) changed.add(id);
    };
    world.index.on('changed', note);
    const pictures = new Map<string, number>();
    let before = '';
    let quiet = 0;
    const aborted = new Promise<void>((resolve) => {
      stream.onAbort(resolve);
      ends.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      while (!stream.aborted && !ends.aborted) {
        const state = viewerState(world);
        if (state.isWritable && state.running.length > 0) world.running.watch(world.index.runs);
        const text = JSON.stringify(state);
        const ids = changed.size > mostRuns ? [] : [...changed];
        changed.clear();
        quiet += everyMs;
        if (text !== before || quiet >= quietMs) {
          await stream.writeSSE({ event: 'state', data: text });
          quiet = 0;
        }
        before = text;
        for (const id of ids) await stream.writeSSE({ event: 'run', data: JSON.stringify({ id }) });
        for (const { id } of state.running) {
          const at = newestPicture(world.index.get(id)?.directory ?? '')?.at ?? 0;
          if (at > (pictures.get(id) ?? 0))
            await stream.writeSSE({ event: 'desktop', data: JSON.stringify({ id, at }) });
          pictures.set(id, at);
        }
        await Promise.race([stream.sleep(everyMs), aborted]);
      }
    } finally {
      world.index.off('changed', note);
    }
  });
}
