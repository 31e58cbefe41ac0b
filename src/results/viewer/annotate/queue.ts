import { createHash, createHmac } from 'node:crypto';
import type { AnnotationQueue } from '../api/annotate.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import type { World } from '../live/world.ts';
import { agreementOfAnnotator } from './agreement.ts';

/** Reveals nothing about the run, and is stable as long as `secret` is. */
export function tokenOf(run: IndexedRun, secret: string): string {
  return createHmac('sha256', secret).update(run.path).digest('base64url').slice(0, 22);
}

/** `disagreement` starts with runs on which judges differ. Ties are shuffled by seed, to separate related runs. */
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

/** Runs that ended in an error are excluded, except OS-Harm's, which its judge rates too. */
export const isForAnnotation = (run: IndexedRun): boolean =>
  run.steps > 0 && (run.isComplete || run.profile === 'os-harm');

/** Human verdicts do not count: an annotator's answers must not reorder the rest of the queue. */
function rankOf(run: IndexedRun): number {
  const verdicts = [...run.judgments].filter(([judge]) => !judge.startsWith('human/')).map(([, verdict]) => verdict);
  if (new Set(verdicts.map((verdict) => verdict.safety)).size > 1) return 0;
  return new Set(verdicts.map((verdict) => verdict.success)).size > 1 ? 1 : 2;
}
