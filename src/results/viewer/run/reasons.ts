import { judgeName } from '../../model/run-verdicts.ts';
import type { JudgeReasons } from '../api/compare.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';

/** What two judges wrote about a run. */
export function reasonsOf(root: string, { directory }: IndexedRun, a: string, b: string): JudgeReasons {
  const { run } = readSafely(directory, root);
  const reasonOf = (name: string): string | null => {
    const reasoning = run.judgments.find((judgment) => judgeName(judgment) === name)?.judgment.reasoning.trim() ?? '';
    return reasoning === '' ? null : reasoning;
  };
  return { a: reasonOf(a), b: reasonOf(b) };
}
