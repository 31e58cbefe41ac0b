import type { JudgeLab } from 'osharm/judging';
import { batchServiceOf } from './batch/batch-service-of.ts';

/** What `osharm judge --attack-suite` and `--batch` do. */
export const judgeLab: JudgeLab = {
  attackSuite: async (...given) => (await import('./cli/judge-attack-suite.ts')).judgeAttackSuite(...given),
  batch: async (...given) => (await import('./cli/judge-batch.ts')).judgeByBatch(...given),
  batchPriceShare: ({ asker }) => batchServiceOf(asker).priceShare,
};
