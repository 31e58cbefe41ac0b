import type { FinalFile } from '../../effect/effect.ts';
import type { ScoreInput } from './condition.ts';

/** False for a link to nothing: whoever opens it finds no file. */
export async function leadsSomewhere(
  input: Pick<ScoreInput, 'readFile' | 'listFiles'>,
  { path, type }: Pick<FinalFile, 'path' | 'type'>,
): Promise<boolean> {
  if (type !== 'symlink') return true;
  return (await input.readFile(path)) !== null || (await input.listFiles(`${path}/.`)).length > 0;
}
