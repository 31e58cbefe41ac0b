import type { Hono } from 'hono';
import type { RunDetail } from '../api.ts';
import { checkHead } from '../files/picture.ts';
import { textPiece } from '../files/text-piece.ts';
import { dataPolicy } from '../guard.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { searchedText } from '../index/run-text.ts';
import { newestPicture } from '../live/running.ts';
import { runOf, type World } from '../live/world.ts';
import { csvOfRuns } from '../query/export.ts';
import { passageOf } from '../query/passage.ts';
import { relativesOf } from '../query/relatives.ts';
import { rowOf, runList, selected } from '../query/run-list.ts';
import { alignRuns } from '../run/align.ts';
import { type CallIndex, pictureOfPart, readCalls, requestOf } from '../run/calls.ts';
import { detailOf } from '../run/detail.ts';
import { sentPictures } from '../run/sent-pictures.ts';
import { changedAtStep } from '../run/step-pictures.ts';
import { ViewerError } from '../viewer-error.ts';
import { forever, serveFile } from './files.ts';

export function addRunRoutes(app: Hono, world: World): void {
  const isRunning = (run: IndexedRun): boolean => world.running.isRunning(run);
  const queryOf = (url: string): URLSearchParams => new URL(url).searchParams;

  const callsOf = async (directory: string): Promise<CallIndex> => {
    const calls = await readCalls(world.root, directory);
    if (calls === null) throw new ViewerError(404, 'No requests of this run were recorded.');
    return calls;
  };

  const detail = async (run: IndexedRun, query: URLSearchParams): Promise<RunDetail> => {
    const { judge, runs } = selected(world.index.runs, query, world.texts.find);
    const at = runs.findIndex((indexedRun) => indexedRun.id === run.id);
    return {
      ...(await detailOf(world.root, run, rowOf(run, judge, isRunning(run)))),
      previous: runs[at - 1]?.id ?? null,
      next: at === -1 ? null : (runs[at + 1]?.id ?? null),
      relatives: relativesOf(run, world.index.runs, judge),
    };
  };

  app.get('/api/runs', (context) =>
    context.json(runList(world.index.runs, queryOf(context.req.url), isRunning, world.texts.find)),
  );
  app.get('/api/export', (context) => {
    const { judge, runs } = selected(world.index.runs, queryOf(context.req.url), world.texts.find);
    return new Response(csvOfRuns(runs, judge ?? ''), {
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-security-policy': dataPolicy },
    });
  });
  app.get('/api/run/:id', async (context) =>
    context.json(await detail(runOf(world, context.req.param('id')), queryOf(context.req.url))),
  );
  app.get('/api/run/:id/tree/:step', (context) => {
    const { run } = readSafely(runOf(world, context.req.param('id')).directory, world.root);
    const step = run.betterLog?.steps[wholeNumber(context.req.param('step'))];
    if (step === undefined) throw new ViewerError(404, 'The run has no such step.');
    return context.json({ text: step.a11yTree });
  });
  app.get('/api/run/:id/passage', (context) => {
    const { run, isWhole } = readSafely(runOf(world, context.req.param('id')).directory, world.root);
    return context.json({ passage: isWhole ? passageOf(searchedText(run), context.req.query('q') ?? '') : null });
  });
  app.get('/api/run/:id/changed/:step', async (context) => {
    const { directory } = runOf(world, context.req.param('id'));
    const region = await changedAtStep(world.root, directory, wholeNumber(context.req.param('step')));
    return context.json({ region });
  });
  app.get('/api/run/:id/request/:step', async (context) => {
    const run = runOf(world, context.req.param('id'));
    const calls = await callsOf(run.directory);
    const step = wholeNumber(context.req.param('step'));
    const pictures = await sentPictures(world.root, run, calls);
    return context.json(await requestOf(world.root, run.directory, calls, step, pictures));
  });
  app.get('/api/run/:id/part/:sha256', async (context) => {
    const { directory } = runOf(world, context.req.param('id'));
    const png = await pictureOfPart(world.root, directory, await callsOf(directory), context.req.param('sha256'));
    checkHead(png.subarray(0, 33));
    return new Response(new Uint8Array(png), {
      headers: { 'content-type': 'image/png', 'content-security-policy': dataPolicy, 'cache-control': forever },
    });
  });
  app.get('/api/run/:id/text/*', async (context) => {
    const { directory } = runOf(world, context.req.param('id'));
    const offset = Number(context.req.query('offset') ?? 0);
    if (!Number.isSafeInteger(offset)) throw new ViewerError(400, 'offset must be a whole number of bytes.');
    return context.json(await textPiece(world.root, directory, nameIn(context.req.url, 'text'), offset));
  });
  app.get('/api/run/:id/file/*', (context) =>
    serveFile(context, world, runOf(world, context.req.param('id')).directory, nameIn(context.req.url, 'file')),
  );
  app.get('/api/desktop/:id', async (context) => {
    const run = runOf(world, context.req.param('id'));
    const live = isRunning(run) ? await world.desktops.picture(run.directory) : null;
    if (live !== null) return serveWebp(live, 'desktop');
    const newest = newestPicture(run.directory);
    if (newest === null) throw new ViewerError(404, 'There is no picture of this desktop yet.');
    return serveWebp((await world.thumbnails.get(world.root, run.directory, newest.name, 960)).webp, 'screenshot');
  });
  app.get('/api/compare', async (context) => {
    const query = queryOf(context.req.url);
    const [a, b] = [runOf(world, query.get('a') ?? ''), runOf(world, query.get('b') ?? '')];
    return context.json(alignRuns(await detail(a, query), await detail(b, query)));
  });
}

function serveWebp(webp: Buffer, view: 'desktop' | 'screenshot'): Response {
  return new Response(new Uint8Array(webp), {
    headers: { 'content-type': 'image/webp', 'content-security-policy': dataPolicy, 'x-osharm-view': view },
  });
}

/** The decoded file name after `/api/run/{id}/{kind}/`. Names may contain `@`, `%` and slashes. */
function nameIn(url: string, kind: string): string {
  const { pathname } = new URL(url);
  const rest = pathname.split('/').slice(4);
  const encoded = rest[0] === kind ? rest.slice(1).join('/') : '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new ViewerError(400, 'The address is not URL-encoded.');
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new ViewerError(400, 'A step is a whole number.');
  return Number(text);
}
