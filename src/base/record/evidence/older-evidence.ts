import { readJudgmentMeta } from './judgment-file.ts';

/**
 * An effect judgment with the fields of today. The folder names the judge, and judgments without its name in the file
 * are of that judge. Fields that later versions added are optional in the schema: lines of `effects.jsonl` and
 * `actions.jsonl` of every version parse as they are.
 */
export const currentEffectJudgment = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? { judge: 'effects', judge_type: 'oracle', version: 'v1', ...value }
    : value;

/**
 * Whether the folder of a model's judgment contains one by an osharm that had OS-Harm's prompt and its own words around
 * it: such a file has a format and no `words`.
 */
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
