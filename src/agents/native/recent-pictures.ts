import { droppedObservations } from '../models/recent-observations.ts';
import type { ComputerTurn } from '../models/wire/computer.ts';

/**
 * The turns as they are sent, with the pictures of `window` past turns at most (null: no limit). With `recent`, pictures
 * drop out in blocks, and so many past ones at least stay.
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
 * Index of the last turn that the next request has unchanged: before the oldest picture that it drops, or the last of
 * all. `sent`: the turns as they are sent now.
 */
export function lastLastingTurn(
  turns: readonly ComputerTurn[],
  sent: readonly ComputerTurn[],
  window: number | null,
  recent: number | null,
): number {
  const [oldest] = picturesIn(sent);
  // The next request has one more picture, of the screen after these calls.
  const next = [...turns, { kind: 'user', text: '', picture: somePicture } as const];
  const [nextOldest] = picturesIn(withRecentPictures(next, window, recent));
  return oldest === undefined || oldest === nextOldest ? sent.length - 1 : oldest - 1;
}

const somePicture = { png: new Uint8Array(), width: 1, height: 1 };

const picturesIn = (turns: readonly ComputerTurn[]): number[] =>
  turns.flatMap((turn, at) => (turn.kind !== 'model' && turn.picture !== null ? [at] : []));
