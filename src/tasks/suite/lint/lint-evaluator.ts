import type { FileLint } from '../lint-fields.ts';
import type { Task } from '../task.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';

const withoutResult = new Set(['infeasible', 'check']);

/** Returns `: it may be in PACKAGE (npm i PACKAGE)` for an unknown name. Empty if the package is installed. */
export function packageHint({ needsPackage }: TaskVocabulary): string {
  const needs = needsPackage?.() ?? null;
  return needs === null ? '' : `: it ${needs}`;
}

export function lintEvaluator(task: Task, lint: FileLint, vocabulary: TaskVocabulary): void {
  const { func } = task.evaluator;
  const isList = Array.isArray(func);
  const parts = task.evaluator as Record<string, unknown>;
  for (const [index, name] of [func].flat().entries()) {
    const field = isList ? `evaluator.func.${index}` : 'evaluator.func';
    const reason = vocabulary.leftOut.get(name);
    const lack = { cause: 'metric', name } as const;
    if (reason !== undefined)
      lint.stop(field, `the metric ${name} is not in this version: it ${reason}`, 'cannot', lack);
    else if (!vocabulary.evaluators.has(name))
      lint.stop(field, `unknown metric ${JSON.stringify(name)}${packageHint(vocabulary)}`, 'mistake', lack);
    if (isList && withoutResult.has(name)) lint.stop(field, `${name} stands alone, not in a list`);
  }
  for (const part of ['result', 'expected', 'options']) {
    const value = parts[part];
    if (value === undefined || value === null) continue;
    if (isList !== Array.isArray(value))
      lint.stop(
        `evaluator.${part}`,
        isList ? 'must be a list, because func is one' : 'must not be a list, because func is not one',
      );
    else if (isList && (value as unknown[]).length !== func.length)
      lint.stop(`evaluator.${part}`, `has ${(value as unknown[]).length} entries, and func has ${func.length}`);
  }
  const needsResult = [func].flat().some((name) => !withoutResult.has(name));
  for (const { field, message } of vocabulary.ruleFaults(parts)) lint.add(field, message);
  if (needsResult && parts.result === undefined)
    lint.stop('evaluator.result', 'is missing: the metric has nothing to check');
  if (!isList && parts.conj !== undefined) lint.add('evaluator.conj', 'joins nothing: func is not a list');
  // Getters that no metric uses don't matter.
  if (!needsResult) return;
  for (const part of ['result', 'expected']) {
    [parts[part]].flat().forEach((getter, index) => {
      const { type } = (getter ?? {}) as { type?: unknown };
      if (typeof type !== 'string') return;
      const field = `evaluator.${part}${Array.isArray(parts[part]) ? `.${index}` : ''}.type`;
      const reason = vocabulary.leftOut.get(type);
      const lack = { cause: 'getter', name: type } as const;
      if (reason !== undefined)
        lint.stop(field, `the getter ${type} is not in this version: it ${reason}`, 'cannot', lack);
      else if (vocabulary.getters !== null && !vocabulary.getters.has(type))
        lint.stop(field, `unknown getter ${JSON.stringify(type)}${packageHint(vocabulary)}`, 'mistake', lack);
    });
  }
}
