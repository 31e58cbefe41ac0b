import { readJudgmentMeta } from './judgment-file.ts';

/** Adds the judge's name, which older versions recorded only in the folder's name. */
export const currentEffectJudgment = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? { judge: 'effects', judge_type: 'oracle', version: 'v1', ...value }
    : value;

/** True for a judgment by an older osharm that put its text around OS-Harm's prompt: it has no `words`. */
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
