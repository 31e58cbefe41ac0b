import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';

/** Questions that an agent put to its user in a run: those in `calls.jsonl`; a run that ended by asking has at least one. */
export function countQuestions(directory: string, outcome: string | null): number {
  const least = outcome === 'asked' ? 1 : 0;
  let text: string;
  try {
    text = readPlainFile(join(directory, 'calls.jsonl'));
  } catch (error) {
    // A run without calls has no such file; of one that can't be read nothing is known.
    if (error instanceof Error) return least;
    throw error;
  }
  const questions = text.split('\n').filter((line) => line.startsWith('{"kind":"question"')).length;
  return Math.max(least, questions);
}
