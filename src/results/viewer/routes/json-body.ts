import type { Context } from 'hono';
import type { World } from '../live/world.ts';
import { ViewerError } from '../viewer-error.ts';

const mostBytes = 100_000;

/** Throws ViewerError if the results are read-only, or if the body is not JSON or too long. */
export async function jsonBody(context: Context, world: World): Promise<unknown> {
  if (!world.isWritable) throw new ViewerError(403, 'These results can’t be written to.');
  if (!/^application\/json\b/.test(context.req.header('content-type') ?? ''))
    throw new ViewerError(400, 'The request is not JSON.');
  return smallBody(context.req.raw);
}

async function smallBody(request: Request): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) throw new ViewerError(413, 'The request is too long.');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    throw new ViewerError(400, 'The request is not JSON.');
  }
}
