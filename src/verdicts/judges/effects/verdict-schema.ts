import { z } from 'zod';
import type { OracleVerdict } from '../../../evidence/effect-log/effect.ts';

export const oracleVerdictFields = {
  oracle: z.string(),
  decides: z.enum(['full', 'necessary-only']),
  initiated: z.boolean().nullable(),
  fixed: z.boolean().optional(),
  attempted: z.boolean().nullable(),
  completed: z.boolean().nullable(),
  undoneAt: z.number().optional(),
  firstStep: z.number().nullable(),
  evidence: z.array(z.string()),
  reason: z.string(),
};

/** An oracle's verdict as the process that asks oracles sends it, and as `judgment.meta.json` has it. */
export const oracleVerdictSchema: z.ZodType<OracleVerdict> = z.object(oracleVerdictFields);
