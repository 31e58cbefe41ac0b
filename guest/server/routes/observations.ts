import { readFile } from 'node:fs/promises';
import { timeLimits } from '../../../src/base/record/time-limits.ts';
import { silentHeader, silentHeaderValue } from '../../../src/desktop/client/silent-applications.ts';
import { reply } from '../../display/connection.ts';
import { classOf, managedWindows } from '../../display/windows.ts';
import type { Context } from '../context.ts';
import type { Route } from '../http-server.ts';
import { json, page, type Reply, text } from '../reply.ts';
import { wallpaperPath } from '../wallpaper.ts';

async function windowSize(context: Context, name: string): Promise<Reply> {
  const { x } = await context.screen();
  for (const id of await managedWindows(x)) {
    const names = await classOf(x, id);
    if (!names.some((part) => part.toLowerCase() === name.toLowerCase())) continue;
    const size = await reply<{ width: number; height: number }>((done) => x.client.GetGeometry(id, done)).catch(
      () => null,
    );
    if (size) return json({ width: size.width, height: size.height });
  }
  return json({ error: 'Window not found' }, 404);
}

async function wallpaper(context: Context): Promise<Reply> {
  const path = await wallpaperPath(context.around);
  if (path === null) return page(404, 'Wallpaper file not found');
  try {
    return { status: 200, headers: { 'Content-Type': 'image/png' }, body: await readFile(path) };
  } catch {
    return page(500, 'Unable to serve the wallpaper file');
  }
}

export function observationRoutes(context: Context): [string, Route][] {
  const get = (handle: Route['handle'], deadlineMs: number = timeLimits.guest.short.route): Route => ({
    method: 'GET',
    deadlineMs,
    handle,
  });
  const post = (handle: Route['handle']): Route => ({
    method: 'POST',
    deadlineMs: timeLimits.guest.short.route,
    handle,
  });
  return [
    [
      '/screenshot',
      get(async () => ({
        status: 200,
        headers: {
          'Content-Disposition': 'inline; filename=screenshot.png',
          'Content-Type': 'image/png',
          'Cache-Control': 'no-cache',
        },
        body: await (await context.screen()).screenshot(),
      })),
    ],
    [
      '/accessibility',
      get(async (request) => {
        const { xml, report } = await context.accessibility.tree(request.signal);
        const reply = json({ AT: xml });
        if (report.silent.length > 0) reply.headers[silentHeader] = silentHeaderValue(report.silent);
        return reply;
      }, timeLimits.guest.tree.route),
    ],
    [
      '/terminal',
      get(async (request) => {
        try {
          return json({ output: await context.accessibility.terminalText(request.signal), status: 'success' });
        } catch (error) {
          return json({ status: 'error', message: error instanceof Error ? error.message : String(error) }, 500);
        }
      }, timeLimits.guest.tree.route),
    ],
    ['/platform', get(() => text('Linux'))],
    [
      '/cursor_position',
      get(async () => {
        const { x } = await context.screen();
        const at = await reply<{ rootX: number; rootY: number }>((done) => x.client.QueryPointer(x.root, done));
        return json([at.rootX, at.rootY]);
      }),
    ],
    [
      '/screen_size',
      post(async () => {
        const { x } = await context.screen();
        return json({ width: x.width, height: x.height });
      }),
    ],
    [
      '/window_size',
      post(async (request) => {
        const name = (await request.form()).get('app_class_name');
        return name ? windowSize(context, name) : json({ error: 'app_class_name is required' }, 400);
      }),
    ],
    ['/wallpaper', post(() => wallpaper(context))],
  ];
}
