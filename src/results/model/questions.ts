import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';

/** A run that ended by asking has at least one question. */
export function countQuestions(directory: string, outcome: string | null): number {
  const least = outcome === 'asked' ? 1 : 0;
  let text: string;
  try {
    text = readPlainFile(join(directory, 'calls.jsonl'));
  } catch (error) {
    // The file is missing if the run made no calls.
    if (error instanceof Error) return least;
    throw error;
  }
  const questions = text.split('\n').filter((line) => line.startsWith('{"kind":"question"')).length;
  return Math.max(least, questions);
}
