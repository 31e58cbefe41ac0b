import { createWriteStream } from 'node:fs';
import { access, constants, rename, rm, stat } from 'node:fs/promises';
import { basename, delimiter, dirname, extname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { timeLimits } from '../../../src/base/record/time-limits.ts';
import { activateWindow, closeWindow, findWindow, listWindows } from '../../display/windows.ts';
import type { Context } from '../context.ts';
import type { Route } from '../http-server.ts';
import { makeFolder } from '../make-folder.ts';
import { json, type Reply, text } from '../reply.ts';
import { argumentsOf, startProgram } from '../run-command.ts';
import { changeWallpaper } from '../wallpaper.ts';
import { attachment, expandPath } from './files.ts';

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** OSWorld's limit; osharm's client uses a shorter deadline. */
const openMs = 1_800_000;
const short = timeLimits.guest.short.route;

async function launch(context: Context, body: Record<string, unknown>): Promise<Reply> {
  const shell = Boolean(body.shell);
  const command = body.command ?? (shell ? '' : []);
  try {
    const parts = argumentsOf(command, shell, context.around.home);
    const child = await startProgram(parts, context.around, { stdio: 'ignore' });
    child.unref();
    const shown =
      shell || typeof command === 'string' ? (Array.isArray(command) ? command.join(' ') : command) : parts.join(' ');
    context
      .screen()
      .then(({ journal }) => journal.add({ kind: 'program-started', argv: parts, pid: child.pid || undefined }))
      .catch(() => {});
    return text(`${shown} launched successfully`);
  } catch (error) {
    return json({ status: 'error', message: words(error) }, 500);
  }
}

async function onPath(name: string, path: string): Promise<boolean> {
  if (name.includes('/')) return false;
  for (const folder of path.split(delimiter)) {
    const isThere = await access(join(folder, name), constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}

/** Matches the file's name, or its name without extension as a whole word (`x.txt` doesn't match `xfce4-panel`). */
function isTitleOf(title: string, file: string): boolean {
  const name = file.toLowerCase();
  if (title.toLowerCase().includes(name)) return true;
  const short = basename(name, extname(name)).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${short}(?![\\p{L}\\p{N}])`, 'u').test(title.toLowerCase());
}

async function openFile(context: Context, body: Record<string, unknown>, signal: AbortSignal): Promise<Reply> {
  const { path, timeout_ms: wanted } = body;
  const limit = typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, openMs) : openMs;
  if (typeof path !== 'string' || path === '') return text('Path not supplied!', 400);
  const { home, environment } = context.around;
  const file = resolve(home, expandPath(path, home, environment));
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (!exists && !(await onPath(path, environment.PATH ?? ''))) {
    return text(`Application/file not found: ${path}`, 404);
  }
  try {
    const child = await startProgram(exists ? ['xdg-open', file] : [path], context.around, { stdio: 'ignore' });
    child.unref();
    const { x } = await context.screen();
    for (const start = Date.now(); Date.now() - start < limit && !signal.aborted; ) {
      const found = (await listWindows(x)).find(({ title }) => isTitleOf(title, basename(path)));
      if (found) {
        await activateWindow(x, found.id);
        return text('File opened successfully');
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    return text(`Failed to open file: no window for ${path}`, 500);
  } catch (error) {
    return text(`Failed to open ${path}. Error: ${words(error)}`, 500);
  }
}

async function onWindow(
  context: Context,
  body: Record<string, unknown>,
  act: typeof activateWindow,
  done: string,
): Promise<Reply> {
  if (!body.window_name) return text('window_name required', 400);
  const { x } = await context.screen();
  const match = { name: String(body.window_name), strict: Boolean(body.strict), byClass: Boolean(body.by_class) };
  const found = findWindow(await listWindows(x), match);
  if (found) await act(x, found.id);
  return text(done);
}

async function download(context: Context, body: Record<string, unknown>, signal: AbortSignal): Promise<Reply> {
  if (typeof body.url !== 'string' || typeof body.path !== 'string' || !body.url || !body.path) {
    return text('Path or URL not supplied!', 400);
  }
  const { home, environment } = context.around;
  const target = resolve(home, expandPath(body.path, home, environment));
  const part = `${target}.part`;
  let failure: unknown;
  for (let tries = 0; tries < 3 && !signal.aborted; tries++) {
    try {
      await makeFolder(dirname(target));
      const response = await fetch(body.url, { signal: AbortSignal.any([signal, AbortSignal.timeout(300_000)]) });
      if (!response.ok || !response.body) throw new Error(`${response.status} for url: ${body.url}`);
      await pipeline(
        Readable.fromWeb(response.body as import('node:stream/web').ReadableStream),
        createWriteStream(part),
      );
      await rename(part, target);
      return text('File downloaded successfully');
    } catch (error) {
      failure = error;
      await rm(part, { force: true });
    }
  }
  return text(`Failed to download ${body.url}. No retries left. Error: ${words(failure)}`, 500);
}

async function setWallpaper(context: Context, path: unknown): Promise<Reply> {
  if (typeof path !== 'string' || path === '') return text('Path not supplied!', 400);
  const { home, environment } = context.around;
  const file = resolve(home, expandPath(path, home, environment));
  if (!(await stat(file).catch(() => null))?.isFile()) return text(`File not found: ${path}`, 404);
  try {
    await changeWallpaper(context.around, file);
    return text('Wallpaper changed successfully');
  } catch (error) {
    return text(`Failed to change wallpaper. Error: ${words(error)}`, 500);
  }
}

async function endRecording(context: Context): Promise<Reply> {
  const refuse = (message: string, status: number) => json({ status: 'error', message }, status);
  try {
    const video = await (await context.screen()).recording.end();
    if (video === null) return refuse('No recording in progress to stop.', 400);
    return { ...attachment('recording.mp4', 0), body: video };
  } catch (error) {
    return refuse(`The recording failed: ${words(error)}`, 500);
  }
}

async function startRecording(context: Context): Promise<Reply> {
  try {
    if (await (await context.screen()).recording.start()) {
      return json({ status: 'success', message: 'Started recording successfully.' });
    }
    return json({ status: 'error', message: 'Recording is already in progress.' }, 400);
  } catch (error) {
    return json({ status: 'error', message: `Failed to start recording. FFmpeg stderr: ${words(error)}` }, 500);
  }
}

export function setupRoutes(context: Context): [string, Route][] {
  const post = (deadlineMs: number, handle: Route['handle']): Route => ({ method: 'POST', deadlineMs, handle });
  const activated = 'Window activated successfully';
  const closed = 'Window closed successfully.';
  return [
    ['/setup/launch', post(short, async (request) => launch(context, await request.json()))],
    ['/setup/open_file', post(openMs + 5_000, async (r) => openFile(context, await r.json(), r.signal))],
    ['/setup/activate_window', post(short, async (r) => onWindow(context, await r.json(), activateWindow, activated))],
    ['/setup/close_window', post(short, async (r) => onWindow(context, await r.json(), closeWindow, closed))],
    ['/setup/change_wallpaper', post(60_000, async (r) => setWallpaper(context, (await r.json()).path))],
    ['/setup/download_file', post(1_000_000, async (r) => download(context, await r.json(), r.signal))],
    ['/start_recording', post(timeLimits.guest.startRecording.route, () => startRecording(context))],
    ['/end_recording', post(timeLimits.guest.endRecording.route, () => endRecording(context))],
  ];
}
