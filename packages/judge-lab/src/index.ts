import type { JudgeLab } from 'osharm/judging';
import { batchServiceOf } from './batch/batch-service-of.ts';

/** Implements `osharm judge --attack-suite` and `--batch`. */
export const judgeLab: JudgeLab = {
  attackSuite: async (...args) => (await import('./cli/judge-attack-suite.ts')).judgeAttackSuite(...args),
  batch: async (...args) => (await import('./cli/judge-batch.ts')).judgeByBatch(...args),
  batchPriceShare: ({ asker }) => batchServiceOf(asker).priceShare,
};
