import type { Hono } from 'hono';
import { OsharmError } from '../../../base/errors.ts';
import { attacksOf } from '../query/attacks.ts';
import { flipsOf } from '../query/flips.ts';
import { judgePair } from '../query/judge-pair.ts';
import { matrixOf } from '../query/matrix.ts';
import { ViewerError } from '../viewer-error.ts';
import type { World } from '../world.ts';

/** Tables over many runs. */
export function addTableRoutes(app: Hono, { root, index, texts }: World): void {
  app.get('/api/matrix', (context) =>
    context.json(matrixOf(index.runs, new URL(context.req.url).searchParams, texts.find)),
  );
  app.get('/api/flips', (context) => {
    const { a = '', b = '', judge = null } = context.req.query();
    return context.json(flipsOf(index.runs, a, b, judge));
  });
  app.get('/api/attacks', (context) => {
    try {
      return context.json(attacksOf(root, index.runs));
    } catch (error) {
      throw error instanceof OsharmError ? new ViewerError(409, error.message) : error;
    }
  });
  app.get('/api/judges', (context) => {
    const { a = '', b = '' } = context.req.query();
    return context.json(judgePair(index.runs, a, b));
  });
}
