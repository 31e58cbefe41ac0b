import { dirname, join } from 'node:path';
import { judgmentMetaFile } from './evidence/judgment-file.ts';
import { isWithoutWords } from './evidence/older-evidence.ts';

/** Files that belong to one judgment, and go where it goes. */
export const judgmentFiles = ['judgment.json', judgmentMetaFile, 'calls.jsonl', 'off-form.json'] as const;

const suffix = '-osharm-words';
/** The version name of verdicts by a prompt of OS-Harm's inside words of ours: no other judge can have it. */
export const ownWordsVersion = (version: string): string => `${version}${suffix}`;
/** The version that such a verdict's folder may still be named by. */
export const namedVersion = (version: string): string =>
  version.endsWith(suffix) ? version.slice(0, -suffix.length) : version;

/**
 * Whether a judgment's folder under a version of OS-Harm's (`v3`) holds a verdict that an osharm made which had
 * OS-Harm's prompt alone and words of its own around it. Its sidecar says who made it, and nothing of words.
 */
export function hasOwnWords(folder: string, version: string): boolean {
  return /^v\d+(?:-[0-9a-f]{8})?$/.test(version) && isWithoutWords(folder);
}

/** Where such a verdict goes when the real judge's takes its place. */
export function ownWordsFolder(folder: string, version: string): string {
  return join(dirname(folder), ownWordsVersion(version));
}
