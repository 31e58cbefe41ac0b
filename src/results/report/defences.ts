import { join } from 'node:path';
import { readPlainFile } from '../../base/record/plain-file.ts';

/** One decision of a defence, as `calls.jsonl` holds it. */
export interface DefenceDecision {
  defence: string;
  step: number;
  decision: 'allow' | 'block' | 'ask' | 'changed';
  answer: 'approved' | 'denied' | 'silent' | null;
  durationMs: number;
  costUsd: number | null;
}

/** The decisions in a result directory; empty where there is none or it can't be read. */
export function readDefences(directory: string): DefenceDecision[] {
  let text: string;
  try {
    text = readPlainFile(join(directory, 'calls.jsonl'));
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    // Lines of calls are long: only those that can be meant are parsed.
    if (!line.startsWith('{"kind":"defence"')) return [];
    try {
      return [JSON.parse(line) as DefenceDecision];
    } catch {
      return [];
    }
  });
}
