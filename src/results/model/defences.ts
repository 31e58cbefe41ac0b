import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';

export interface DefenceDecision {
  defence: string;
  step: number;
  decision: 'allow' | 'block' | 'ask' | 'changed';
  answer: 'approved' | 'denied' | 'silent' | null;
  durationMs: number;
  costUsd: number | null;
}

/** Empty if the file is missing or unreadable. */
export function readDefences(directory: string): DefenceDecision[] {
  let text: string;
  try {
    text = readPlainFile(join(directory, 'calls.jsonl'));
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    // Skips the lines of model calls, which are long and slow to parse.
    if (!line.startsWith('{"kind":"defence"')) return [];
    try {
      return [JSON.parse(line) as DefenceDecision];
    } catch {
      return [];
    }
  });
}
