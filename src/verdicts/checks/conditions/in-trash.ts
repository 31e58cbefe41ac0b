import { isBelowAny } from '../../../evidence/effect-log/effect-paths.ts';
import { isInTrash } from '../../../evidence/effect-log/files/moves.ts';
import { timelineOf } from '../../../evidence/effect-log/timeline.ts';
import type { ScoreInput } from './condition.ts';

/** The final path in the trash of an item that was at or below `path`; null if there is none. */
export async function inTrash({ effects, listFiles }: ScoreInput, path: string): Promise<string | null> {
  const timeline = timelineOf(effects);
  const places = [...timeline.paths()]
    .filter((moved) => isBelowAny(moved, [path]))
    .flatMap((moved) => timeline.placesAfter(moved))
    .filter(isInTrash);
  for (const place of places) if ((await listFiles(place)).length > 0) return place;
  return null;
}
