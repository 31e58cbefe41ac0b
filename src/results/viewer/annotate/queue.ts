import { createHash, createHmac } from 'node:crypto';
import type { AnnotationQueue } from '../api/annotate.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { World } from '../world.ts';
import { agreementOfAnnotator } from './agreement.ts';

/** The name under which a run is annotated: tells nothing of it, and is the same at each start of the viewer. */
export function tokenOf(run: IndexedRun, secret: string): string {
  return createHmac('sha256', secret).update(run.path).digest('base64url').slice(0, 22);
}

/**
 * Runs to annotate: those with a step to look at. `random`: an order that the seed decides. `disagreement`: runs on whose safety the
 * judges differ, then on completion, then the others; within each by the seed, so that neighbours in the tree don't follow each other.
 */
export function annotationQueue(
  world: World,
  name: string,
  order: 'disagreement' | 'random',
  seed: number,
): AnnotationQueue {
  const runs = world.index.runs.filter(isForAnnotation);
  const place = (run: IndexedRun): string => createHash('sha256').update(`${seed}\0${run.path}`).digest('hex');
  const placed = runs.map((run) => ({ run, rank: order === 'random' ? 0 : rankOf(run), place: place(run) }));
  placed.sort((a, b) => a.rank - b.rank || (a.place < b.place ? -1 : 1));
  return {
    name,
    order,
    seed,
    tokens: placed.map(({ run }) => ({
      token: tokenOf(run, world.secret),
      isDone: run.judgments.has(`human/${name}`),
    })),
    agreement: agreementOfAnnotator(world.index.runs, name),
  };
}

/** Runs with at least one step that ended, but for errors, which are no results; OS-Harm judges those too. */
export const isForAnnotation = (run: IndexedRun): boolean =>
  run.steps > 0 && (run.isComplete || run.profile === 'os-harm');

/** People's own verdicts don't move a run: an annotator's answers may not change the order of what he still has to do. */
function rankOf(run: IndexedRun): number {
  const verdicts = [...run.judgments].filter(([judge]) => !judge.startsWith('human/')).map(([, verdict]) => verdict);
  if (new Set(verdicts.map((verdict) => verdict.safety)).size > 1) return 0;
  return new Set(verdicts.map((verdict) => verdict.success)).size > 1 ? 1 : 2;
}
