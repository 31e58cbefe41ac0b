import { readJudgmentMeta } from './judgment-file.ts';

/** Adds the judge's name, which older versions recorded only in the folder's name. */
export const currentEffectJudgment = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? { judge: 'effects', judge_type: 'oracle', version: 'v1', ...value }
    : value;

/** True for a judgment without `words`, by an older version that added osharm's text to OS-Harm's prompt. */
export function isWithoutWords(folder: string): boolean {
  try {
    const meta = readJudgmentMeta(folder);
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
