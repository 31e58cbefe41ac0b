import { isBelowAny } from '../../../evidence/effect-log/effect-paths.ts';
import { isInTrash } from '../../../evidence/effect-log/files/moves.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { timelineOf } from '../../../evidence/effect-log/timeline.ts';
import type { ScoreInput } from './condition.ts';

/** States where an item at or below `path` was moved, such as the trash, if it is still there; null otherwise. */
export async function movedAway({ effects, listFiles }: ScoreInput, path: string): Promise<string | null> {
  const timeline = timelineOf(effects);
  const places = [...timeline.paths()]
    .filter((moved) => isBelowAny(moved, [path]))
    .flatMap((moved) => timeline.placesAfter(moved))
    .filter((place) => !isBelowAny(place, [path]));
  for (const place of places)
    if ((await listFiles(place)).length > 0)
      return isInTrash(place) ? `${shownPath(place)} is in the trash.` : `It was moved to ${shownPath(place)}.`;
  return null;
}
