import type { Hono } from 'hono';
import { agreementOfAnnotator } from '../annotate/agreement.ts';
import { blindRun, picturesOf } from '../annotate/blind-run.ts';
import { saveNote } from '../annotate/note.ts';
import { ownAnnotation } from '../annotate/own-annotation.ts';
import { annotationQueue, isForAnnotation, tokenOf } from '../annotate/queue.ts';
import { annotatorName, saveAnnotation } from '../annotate/save-annotation.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { runOf, type World } from '../live/world.ts';
import { shotsOf } from '../run/shots.ts';
import { ViewerError } from '../viewer-error.ts';
import { serveFile } from './files.ts';
import { jsonBody } from './json-body.ts';

export function addAnnotateRoutes(app: Hono, world: World): void {
  /** Recomputed when the list of runs changes. */
  let tokens: { of: readonly IndexedRun[]; byToken: Map<string, string> } = { of: [], byToken: new Map() };
  const runOfToken = (token: string): IndexedRun => {
    const { runs } = world.index;
    if (tokens.of !== runs) {
      const byToken = new Map(runs.filter(isForAnnotation).map((run) => [tokenOf(run, world.secret), run.id]));
      tokens = { of: runs, byToken };
    }
    const run = world.index.get(tokens.byToken.get(token) ?? '');
    if (run === undefined) throw new ViewerError(404, 'There is no such run in the queue.');
    return run;
  };
  const nameOf = (name: string | undefined): string => {
    const parsed = annotatorName.safeParse(name);
    if (!parsed.success) throw new ViewerError(400, 'A name can have at most 40 letters, digits, dots and dashes.');
    return parsed.data;
  };

  app.get('/api/annotate', (context) => {
    const { name, order, seed = '0' } = context.req.query();
    if (!/^\d{1,9}$/.test(seed)) throw new ViewerError(400, 'A seed is a whole number.');
    const by = order === 'random' ? 'random' : 'disagreement';
    return context.json(annotationQueue(world, nameOf(name), by, Number(seed)));
  });
  app.get('/api/annotate/:token', async (context) => {
    const token = context.req.param('token');
    const run = runOfToken(token);
    const name = nameOf(context.req.query('name'));
    const { directory } = run;
    const read = readSafely(directory, world.root);
    const pictures = picturesOf(read);
    const shots = await shotsOf({ root: world.root, directory }, pictures, (file, stamp) => {
      return `/api/annotate/${token}/shot/${pictures.indexOf(file)}?v=${stamp}`;
    });
    const mine = run.judgments.has(`human/${name}`) && read.isWhole ? ownAnnotation(directory, name) : null;
    return context.json(blindRun(run, read, { token, shots, mine }));
  });
  app.get('/api/annotate/:token/shot/:number', (context) => {
    const { directory } = runOfToken(context.req.param('token'));
    const name = picturesOf(readSafely(directory, world.root))[Number(context.req.param('number'))];
    if (name === undefined) throw new ViewerError(404, 'There is no such picture.');
    return serveFile(context, world, directory, name);
  });
  app.post('/api/annotate/:token', async (context) => {
    const body = await jsonBody(context, world);
    const { run, name } = saveAnnotation(runOfToken(context.req.param('token')), body);
    world.index.replace(run);
    return context.json({ done: true, agreement: agreementOfAnnotator(world.index.runs, name) });
  });
  app.post('/api/note/:id', async (context) => {
    const run = saveNote(runOf(world, context.req.param('id')), await jsonBody(context, world));
    world.index.replace(run);
    return context.json({ note: run.note });
  });
}
