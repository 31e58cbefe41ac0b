import { printable } from '../../base/record/unseen-text.ts';
import type { PreparedJudge } from '../../verdicts/judges/judge-trace.ts';
import type { TreeResult } from '../../verdicts/judges/judge-tree.ts';
import { judgeLabel } from '../library/run-judges.ts';

/** What judges said of a sweep, in a line each, and who failed. */
export function judgedLines(judge: PreparedJudge, results: readonly TreeResult[]): string[] {
  const name = judgeLabel(judge);
  const count = (state: TreeResult['state']): number => results.filter((result) => result.state === state).length;
  const lines = [
    `${name}: ${count('judged')} judged now, ${count('kept')} before, ${count('unscored')} unscored, ${count('failed')} failed.`,
  ];
  for (const result of results)
    if (result.state === 'failed') lines.push(`  ${result.directory}: ${result.error.message}`);
    else if (result.state === 'unscored') lines.push(`  ${result.directory}: ${result.reason}`);
  if (count('unscored') > 0) lines.push('  osharm judge --retry-unscored asks about unscored runs again.');
  if (count('failed') > 0) lines.push('  The same command judges those again.');
  return lines.map((line) => line.match(/^ */)?.[0] + printable(line.trimStart()));
}
