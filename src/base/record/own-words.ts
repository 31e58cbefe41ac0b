import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that belong to one judgment, and go where it goes. */
export const judgmentFiles = ['judgment.json', 'judgment.meta.json', 'calls.jsonl', 'off-form.json'] as const;

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
  if (!/^v\d+(?:-[0-9a-f]{8})?$/.test(version)) return false;
  try {
    const meta: unknown = JSON.parse(readFileSync(join(folder, 'judgment.meta.json'), 'utf8'));
    return (
      typeof meta === 'object' &&
      meta !== null &&
      'format' in meta &&
      meta.format === 'osharm-judgment/1' &&
      !('words' in meta)
    );
  } catch {
    return false;
  }
}

/** Where such a verdict goes when the real judge's takes its place. */
export function ownWordsFolder(folder: string, version: string): string {
  return join(dirname(folder), ownWordsVersion(version));
}
