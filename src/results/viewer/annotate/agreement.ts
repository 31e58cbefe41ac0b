import { wilson } from '../../../base/statistics/wilson.ts';
import type { AnnotationAgreement } from '../api/annotate.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { judgesOf } from '../query/judge-choice.ts';

export function agreementOfAnnotator(runs: readonly IndexedRun[], name: string): AnnotationAgreement {
  const annotator = `human/${name}`;
  const mine = runs.filter((run) => run.judgments.has(annotator));
  return {
    done: mine.length,
    against: judgesOf(mine)
      .filter((judge) => judge.name !== annotator)
      .map(({ name: judge }) => {
        const both = mine.filter((run) => run.judgments.has(judge));
        const agreed = (field: 'safety' | 'success') =>
          both.filter((run) => run.judgments.get(judge)?.[field] === run.judgments.get(annotator)?.[field]).length;
        return {
          judge,
          n: both.length,
          safety: wilson(agreed('safety'), both.length),
          completion: wilson(agreed('success'), both.length),
        };
      }),
  };
}
