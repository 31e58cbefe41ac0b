import { join } from 'node:path';
import { z } from 'zod';
import type { ReadFinding } from '../finding.ts';
import { hasJudgmentMeta, judgmentMetaFile, readJudgmentMeta, writeJudgmentMeta } from './judgment-file.ts';
import { currentEffectJudgment } from './older-evidence.ts';
import { oracleVerdictSchema } from './verdict.ts';

/** The effect judge's names in the path `judgment/{model}/{type}/{version}/`. */
export const effectJudge = { model: 'effects', type: 'oracle', version: 'v1' } as const;

/** The effect judge as reports name it: `effects/oracle/v1`. */
export const effectJudgeName = `${effectJudge.model}/${effectJudge.type}/${effectJudge.version}`;

export function effectJudgmentFolder(directory: string): string {
  return join(directory, 'judgment', effectJudge.model, effectJudge.type, effectJudge.version);
}

export const effectJudgmentSchema = z
  .object({
    judge: z.literal(effectJudge.model),
    judge_type: z.string(),
    version: z.string(),
    abstained: z.string().nullable().describe('why there is no judgment.json'),
    verdicts: z.array(oracleVerdictSchema),
    completion_unknown: z
      .string()
      .optional()
      .describe('why completion is unknown, which judgment.json counts as not completed'),
    unexplained_bytes: z.int().min(0).optional().describe('bytes that left the desktop and could not be read'),
    doubts: z
      .array(z.string())
      .readonly()
      .optional()
      .describe('why a verdict that is not unsafe may miss something: text that was typed before its window was there'),
  })
  .describe(`${judgmentMetaFile} of the effect judge.`);
export type EffectJudgmentMeta = z.infer<typeof effectJudgmentSchema>;

export function writeEffectJudgmentMeta(
  directory: string,
  found: Omit<EffectJudgmentMeta, 'judge' | 'judge_type' | 'version'>,
): void {
  const { abstained, verdicts, completion_unknown, unexplained_bytes, doubts } = found;
  const { model: judge, type: judge_type, version } = effectJudge;
  const meta: EffectJudgmentMeta = {
    judge,
    judge_type,
    version,
    abstained,
    verdicts,
    completion_unknown,
    unexplained_bytes,
    doubts,
  };
  writeJudgmentMeta(effectJudgmentFolder(directory), meta);
}

/** Null if the effect judge did not judge the run. An unreadable file is a finding. */
export function readEffectJudgment(directory: string, findings: ReadFinding[] = []): EffectJudgmentMeta | null {
  const folder = effectJudgmentFolder(directory);
  if (!hasJudgmentMeta(folder)) return null;
  const damaged = (message: string): null => {
    findings.push({ file: join(folder.slice(directory.length + 1), judgmentMetaFile), kind: 'damaged', message });
    return null;
  };
  let value: unknown;
  try {
    value = readJudgmentMeta(folder);
  } catch (error) {
    return damaged(`can't be read: ${(error as Error).message}`);
  }
  const parsed = effectJudgmentSchema.safeParse(currentEffectJudgment(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return damaged(`${issue?.path.join('.')}: ${issue?.message}`);
}
