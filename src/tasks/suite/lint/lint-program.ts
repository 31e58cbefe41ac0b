import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';
import { packageHint } from './lint-evaluator.ts';

export function lintProgram({ program, evaluator }: Task, lint: FileLint, vocabulary: TaskVocabulary): void {
  if ((evaluator.func === 'program') !== (program !== undefined))
    lint.stop('evaluator.func', 'is "program" exactly if the task has a program');
  if (program === undefined) return;
  if (!vocabulary.evaluators.has('program'))
    lint.stop('evaluator.func', `program is not known${packageHint(vocabulary)}`, 'cannot', {
      cause: 'metric',
      name: 'program',
    });
  lint.asset(program.file, 'program.file');
  for (const need of program.needs)
    lint.stop('program.needs', `needs ${need}`, 'cannot', { cause: 'desktop', name: need });
}
