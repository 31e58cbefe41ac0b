import { join } from 'node:path';

/** Where the effect judge's files are in a result directory: `judgment/{model}/{type}/{version}/`. */
export const effectJudge = { model: 'effects', type: 'oracle', version: 'v1' } as const;

/** Where a run’s directory keeps the effect judge’s judgment. */
export function effectJudgmentFolder(directory: string): string {
  return join(directory, 'judgment', effectJudge.model, effectJudge.type, effectJudge.version);
}
