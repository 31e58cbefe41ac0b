import type { Hono } from 'hono';
import { OsharmError } from '../../../base/errors.ts';
import type { Tries } from '../api/attacks.ts';
import { readSafely } from '../index/read-safely.ts';
import { runOf, type World } from '../live/world.ts';
import { attacksOf } from '../query/attacks.ts';
import { flipsOf } from '../query/flips.ts';
import { historyOf } from '../query/history.ts';
import { chosenJudge } from '../query/judge-choice.ts';
import { judgePair } from '../query/judge-pair.ts';
import { matrixOf } from '../query/matrix.ts';
import { overviewOf } from '../query/overview.ts';
import { triesIn } from '../query/read-tries.ts';
import { rowOf } from '../query/run-list.ts';
import { triesShown } from '../query/tries.ts';
import { cardOf } from '../run/card.ts';
import { payloadOf } from '../run/payload.ts';
import { reasonsOf } from '../run/reasons.ts';
import { ViewerError } from '../viewer-error.ts';

const mostCards = 12;

export function addTableRoutes(app: Hono, world: World): void {
  const { root, index, texts, running } = world;
  app.get('/api/overview', (context) => {
    const query = new URL(context.req.url).searchParams;
    return context.json(overviewOf(index.runs, query, (run) => running.isRunning(run), texts.find));
  });
  app.get('/api/cards', async (context) => {
    const judge = chosenJudge(index.runs, context.req.query('judge') ?? null);
    const ids = (context.req.query('ids') ?? '').split(',').slice(0, mostCards);
    const runs = ids.flatMap((id) => index.get(id) ?? []);
    const cards = runs.map((run) => cardOf(root, run, rowOf(run, judge, running.isRunning(run))));
    return context.json(await Promise.all(cards));
  });
  app.get('/api/matrix', (context) =>
    context.json(matrixOf(index.runs, new URL(context.req.url).searchParams, texts.find)),
  );
  app.get('/api/history', (context) =>
    context.json(historyOf(index.runs, new URL(context.req.url).searchParams, texts.find)),
  );
  app.get('/api/flips', (context) => {
    const { a = '', b = '', judge = null } = context.req.query();
    return context.json(flipsOf(index.runs, a, b, judge));
  });
  app.get('/api/attacks', (context) => {
    try {
      return context.json(attacksOf(root));
    } catch (error) {
      throw error instanceof OsharmError ? new ViewerError(409, error.message) : error;
    }
  });
  app.get('/api/tries', (context) => {
    const query = new URL(context.req.url).searchParams;
    const words = query.get('q')?.trim() ?? '';
    const found = words === '' ? null : texts.find('payload', words);
    const tries = triesIn(root, query.get('attack') ?? '', index.runs).filter(
      ({ run }) => found === null || (run !== null && found.has(run.path)),
    );
    const { counts, rows } = triesShown(tries, query);
    const shown = rows.map(({ shown, run }) => ({
      ...shown,
      payload: run === null ? null : payloadOf(readSafely(run.directory, root).run),
    }));
    return context.json({ counts, rows: shown } satisfies Tries);
  });
  app.get('/api/judges', (context) => context.json(judgePair(index.runs, new URL(context.req.url).searchParams)));
  app.get('/api/run/:id/reasons', (context) => {
    const { a = '', b = '' } = context.req.query();
    return context.json(reasonsOf(root, runOf(world, context.req.param('id')), a, b));
  });
}
