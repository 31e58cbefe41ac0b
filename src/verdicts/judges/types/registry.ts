import { OpenRegistry } from '../../../base/record/open-registry.ts';
import { evidence, evidenceBlind, evidenceReasoning } from '../evidence/evidence-type.ts';
import { aer, allStepAer, allStepAerFixed } from './aer.ts';
import type { JudgeType } from './judge-type.ts';
import { a11yTreeOnly, captionedDefault, plainDefault } from './plain.ts';

export const judgeTypes: OpenRegistry<JudgeType> = new OpenRegistry(
  'judge',
  [
    aer,
    allStepAer,
    allStepAerFixed,
    plainDefault,
    captionedDefault,
    a11yTreeOnly,
    evidence,
    evidenceBlind,
    evidenceReasoning,
  ].map((type) => [type.name, type] as const),
);
