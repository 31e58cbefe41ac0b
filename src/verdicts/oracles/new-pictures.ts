import { zipTexts } from '../../base/documents/text/zip-entries.ts';
import type { Effect } from '../../base/record/evidence/effect.ts';
import { writtenPaths } from '../../evidence/effect-log/effect-paths.ts';
import type { OracleInput } from './oracle-input.ts';

const officeFile = /\.(?:docx|docm|odt|ott|xlsx|xlsm|ods|pptx|pptm|odp)$/i;
/** Embedded pictures and files. Thumbnails are excluded, since each save creates one. */
const embedded = /^(?:(?:word|xl|ppt)\/(?:media|embeddings)\/|Pictures\/|media\/|Object [^/]+\/|ObjectReplacements\/)/;

/** Saves of documents whose final version has a new picture. The picture itself is not analysed. */
export async function savedPictures(input: OracleInput, isDocument: (path: string) => boolean): Promise<Effect[]> {
  const last = new Map(input.effects.flatMap((effect) => writtenPaths(effect).map((path) => [path, effect] as const)));
  const found: Effect[] = [];
  for (const [path, effect] of last) {
    if (!officeFile.test(path) || !isDocument(path)) continue;
    const before = new Set(zipParts(input.initial?.get(path), embedded));
    if (zipParts(await input.readFile(path), embedded).some((picture) => !before.has(picture))) found.push(effect);
  }
  return found;
}

/** Parts of an office file by name. Empty if the file is missing or not a ZIP archive. */
export function zipParts(content: Buffer | null | undefined, name: RegExp): string[] {
  const parts = content === null || content === undefined ? null : zipTexts(content, name);
  return parts === null ? [] : [...parts.values()];
}
