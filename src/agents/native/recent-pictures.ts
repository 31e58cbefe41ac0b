import { droppedObservations } from '../models/recent-observations.ts';
import type { ComputerTurn } from '../models/wire/computer.ts';

/**
 * The turns to send, with at most `window` past pictures (null for no limit). If `recent` is set, pictures are dropped
 * in blocks, and at least `recent` past ones remain.
 */
export function withRecentPictures(
  turns: readonly ComputerTurn[],
  window: number | null,
  recent: number | null,
): ComputerTurn[] {
  const pictured = picturesIn(turns);
  const past = Math.max(0, pictured.length - 1);
  const byBlocks = recent === null ? 0 : droppedObservations(past, recent);
  const byWindow = window === null ? 0 : past - window;
  const kept = new Set(pictured.slice(Math.max(0, byBlocks, byWindow)));
  return turns.map((turn, at) => (turn.kind === 'model' || kept.has(at) ? turn : { ...turn, picture: null }));
}

/**
 * Index of the last turn that the next request will share: the one before the oldest picture that it drops, or the last
 * turn. `sent` is the result of `withRecentPictures` for the current request.
 */
export function lastLastingTurn(
  turns: readonly ComputerTurn[],
  sent: readonly ComputerTurn[],
  window: number | null,
  recent: number | null,
): number {
  const [oldest] = picturesIn(sent);
  // The next request has one more picture, which shows the screen after these calls.
  const next = [...turns, { kind: 'user', text: '', picture: somePicture } as const];
  const [nextOldest] = picturesIn(withRecentPictures(next, window, recent));
  return oldest === undefined || oldest === nextOldest ? sent.length - 1 : oldest - 1;
}

const somePicture = { png: new Uint8Array(), width: 1, height: 1 };

const picturesIn = (turns: readonly ComputerTurn[]): number[] =>
  turns.flatMap((turn, at) => (turn.kind !== 'model' && turn.picture !== null ? [at] : []));
