import { readOsHarmSetup } from '../suite/imported/os-harm-setup.ts';
import type { Visibility } from '../suite/visibility.ts';
import type { Vector } from './vector.ts';

export function ownVisibility({ shownIn }: Pick<Vector, 'shownIn'>): Visibility {
  return shownIn === 'pixels' ? 'pixels-only' : 'visible';
}

export function visibilityRefusal(
  vector: Pick<Vector, 'shownIn' | 'cannotShow'>,
  visibility: Visibility,
  suiteFolder: string,
): string | null {
  if (visibility === ownVisibility(vector)) return null;
  if (readOsHarmSetup(suiteFolder) !== null) return 'OS-Harm’s injections stay as OS-Harm places them';
  if (vector.cannotShow === undefined) return 'the vector supports only its own visibility';
  return vector.cannotShow[visibility] ?? null;
}
