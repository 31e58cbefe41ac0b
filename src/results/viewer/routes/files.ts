import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { wholePngSize } from '../files/picture.ts';
import { openRunFile } from '../files/safe-file.ts';
import { dataPolicy } from '../guard.ts';
import type { World } from '../live/world.ts';
import { ViewerError } from '../viewer-error.ts';

/** For URLs that change with their content. */
export const forever = 'private, max-age=31536000, immutable';
/** Served as pictures or videos. Everything else is plain text, so that browsers run nothing. */
const types: Record<string, string> = {
  '.png': 'image/png',
  '.mp4': 'video/mp4',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};

export async function serveFile(context: Context, world: World, directory: string, name: string): Promise<Response> {
  const query = context.req.query();
  if (query.width !== undefined) return serveThumbnail(context, world, directory, name, Number(query.width));
  const { file, bytes, stamp } = await openRunFile(world.root, directory, name);
  let isStreaming = false;
  try {
    const type = types[extname(name).toLowerCase()];
    if (type === 'image/png') await wholePngSize(file, bytes);
    const headers: Record<string, string> = {
      'content-type': type ?? 'text/plain; charset=utf-8',
      'content-security-policy': dataPolicy,
      'content-disposition': 'inline',
      'cache-control': query.v === stamp ? forever : 'private, no-cache',
      etag: `"${stamp}"`,
      'accept-ranges': 'bytes',
    };
    if (context.req.header('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
    const range = rangeOf(context.req.header('range'), bytes);
    const [start, end] = range ?? [0, bytes - 1];
    headers['content-length'] = String(end - start + 1);
    if (range !== null) headers['content-range'] = `bytes ${start}-${end}/${bytes}`;
    if (bytes === 0 || context.req.method === 'HEAD') return new Response(null, { status: 200, headers });
    isStreaming = true;
    // The stream closes the file.
    const body = Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream;
    return new Response(body, { status: range === null ? 200 : 206, headers });
  } finally {
    if (!isStreaming) await file.close();
  }
}

async function serveThumbnail(
  context: Context,
  world: World,
  directory: string,
  name: string,
  width: number,
): Promise<Response> {
  if (!Number.isInteger(width) || width < 1) throw new ViewerError(400, 'width must be a whole number of pixels.');
  const { webp, stamp } = await world.thumbnails.get(world.root, directory, name, width);
  const headers = {
    'content-type': 'image/webp',
    'content-security-policy': dataPolicy,
    'cache-control': context.req.query('v') === stamp ? forever : 'private, no-cache',
    etag: `"${stamp}-${width}"`,
  };
  if (context.req.header('if-none-match') === headers.etag) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(webp), { headers });
}

/** Null without a range. Throws ViewerError 416. */
function rangeOf(header: string | undefined, bytes: number): [number, number] | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return null;
  const start = match[1] === '' ? Math.max(0, bytes - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? bytes - 1 : Math.min(bytes - 1, Number(match[2]));
  if (start > end) throw new ViewerError(416, 'The file is shorter than that.');
  return [start, end];
}
