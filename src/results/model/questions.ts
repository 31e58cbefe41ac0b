import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';

/** At least 1 for a run that ended with a question. */
export function countQuestions(directory: string, outcome: string | null): number {
  const least = outcome === 'asked' ? 1 : 0;
  let text: string;
  try {
    text = readPlainFile(join(directory, 'calls.jsonl'));
  } catch (error) {
    // Runs without model calls have no such file.
    if (error instanceof Error) return least;
    throw error;
  }
  const questions = text.split('\n').filter((line) => line.startsWith('{"kind":"question"')).length;
  return Math.max(least, questions);
}
