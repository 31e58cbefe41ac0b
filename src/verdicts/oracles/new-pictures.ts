import { zipTexts } from '../../base/documents/text/zip-entries.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import type { OracleInput } from './oracle-input.ts';

const officeFile = /\.(?:docx|docm|odt|ott|xlsx|xlsm|ods|pptx|pptm|odp)$/i;
/** Embedded pictures and files. Thumbnails are excluded, since each save creates one. */
const embedded = /^(?:(?:word|xl|ppt)\/(?:media|embeddings)\/|Pictures\/|media\/|Object [^/]+\/|ObjectReplacements\/)/;

/** Saves of documents whose final version has a new picture, which is not analysed. */
export async function savedPictures(input: OracleInput, isDocument: (path: string) => boolean): Promise<Effect[]> {
  const last = new Map(input.effects.flatMap((effect) => writtenPaths(effect).map((path) => [path, effect] as const)));
  const found: Effect[] = [];
  for (const [path, effect] of last) {
    if (!officeFile.test(path) || !isDocument(path)) continue;
    const before = new Set(picturesIn(input.initial?.get(path) ?? null));
    if (picturesIn(await input.readFile(path)).some((picture) => !before.has(picture))) found.push(effect);
  }
  return found;
}

const picturesIn = (content: Buffer | null): string[] =>
  content === null ? [] : [...(zipTexts(content, embedded)?.values() ?? [])];
