import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnWords, judgmentFiles, ownWordsFolder } from '../../../base/record/own-words.ts';

/**
 * Moves a verdict that an older osharm made in words of its own out of the folder of OS-Harm's version, to the folder that has its true name, so that nothing that was paid for is lost.
 * Only for who has claimed the folder.
 */
export function setOwnWordsAside(folder: string, version: string): void {
  if (!hasOwnWords(folder, version)) return;
  const to = ownWordsFolder(folder, version);
  mkdirSync(to, { recursive: true });
  // The sidecar goes last: until then the folder says what it holds.
  for (const name of judgmentFiles.toSorted((a, b) => Number(a.includes('meta')) - Number(b.includes('meta'))))
    if (existsSync(join(folder, name))) renameSync(join(folder, name), join(to, name));
}
