import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';

/** A task whose set-up and check are a program's: its file, and what it needs that osharm does not have. */
export function lintProgram({ program, evaluator }: Task, lint: FileLint): void {
  if ((evaluator.func === 'program') !== (program !== undefined))
    lint.stop('evaluator.func', 'is "program" exactly if the task has a program');
  if (program === undefined) return;
  lint.asset(program.file, 'program.file');
  for (const need of program.needs) lint.stop('program.needs', `needs ${need}`, 'cannot');
}
