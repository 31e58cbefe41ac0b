import { dirname, join } from 'node:path';
import { judgmentMetaFile } from './evidence/judgment-file.ts';
import { isWithoutWords } from './evidence/older-evidence.ts';

export const judgmentFiles = ['judgment.json', judgmentMetaFile, 'calls.jsonl', 'off-form.json'] as const;

const suffix = '-osharm-words';
/** The version listed for a verdict that combines OS-Harm's prompt with osharm's text. */
export const ownWordsVersion = (version: string): string => `${version}${suffix}`;
/** The version in the name of that verdict's folder. */
export const namedVersion = (version: string): string =>
  version.endsWith(suffix) ? version.slice(0, -suffix.length) : version;

/** Whether the folder of an OS-Harm version (`v3`) contains an older osharm's verdict of that kind. */
export function hasOwnWords(folder: string, version: string): boolean {
  return /^v\d+(?:-[0-9a-f]{8})?$/.test(version) && isWithoutWords(folder);
}

/** The folder to move it to when the real judge's verdict replaces it. */
export function ownWordsFolder(folder: string, version: string): string {
  return join(dirname(folder), ownWordsVersion(version));
}
