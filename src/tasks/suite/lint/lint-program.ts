import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';

export function lintProgram({ program, evaluator }: Task, lint: FileLint): void {
  if ((evaluator.func === 'program') !== (program !== undefined))
    lint.stop('evaluator.func', 'is "program" exactly if the task has a program');
  if (program === undefined) return;
  lint.asset(program.file, 'program.file');
  for (const need of program.needs) lint.stop('program.needs', `needs ${need}`, 'cannot');
}
