import type { FileLint } from '../lint-fields.ts';
import type { LintWords } from '../lint-words.ts';
import type { Task } from '../task.ts';
import { packageHint } from './lint-evaluator.ts';

export function lintProgram({ program, evaluator }: Task, lint: FileLint, words: LintWords): void {
  if ((evaluator.func === 'program') !== (program !== undefined))
    lint.stop('evaluator.func', 'is "program" exactly if the task has a program');
  if (program === undefined) return;
  if (!words.evaluators.has('program'))
    lint.stop('evaluator.func', `program is not known${packageHint(words)}`, 'cannot');
  lint.asset(program.file, 'program.file');
  for (const need of program.needs) lint.stop('program.needs', `needs ${need}`, 'cannot');
}
