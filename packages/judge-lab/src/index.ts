import type { JudgeLab } from 'osharm/judging';
import { batchServiceOf } from './batch/batch-service-of.ts';

/** Implements `osharm judge --attack-suite` and `--batch`. */
export const judgeLab: JudgeLab = {
  attackSuite: async (...given) => (await import('./cli/judge-attack-suite.ts')).judgeAttackSuite(...given),
  batch: async (...given) => (await import('./cli/judge-batch.ts')).judgeByBatch(...given),
  batchPriceShare: ({ asker }) => batchServiceOf(asker).priceShare,
};
