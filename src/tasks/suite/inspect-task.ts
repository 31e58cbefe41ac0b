import { osHarmSetupFault } from './imported/os-harm-setup.ts';
import { lintCounterparts } from './lint/lint-counterparts.ts';
import { lintEvaluator, packageHint } from './lint/lint-evaluator.ts';
import { lintEvents, lintMilestones } from './lint/lint-events.ts';
import { lintMachine } from './lint/lint-machine.ts';
import { lintOrder } from './lint/lint-order.ts';
import { lintProgram } from './lint/lint-program.ts';
import { lintSessions } from './lint/lint-sessions.ts';
import { lintTools } from './lint/lint-tools.ts';
import { FileLint } from './lint-fields.ts';
import type { LintFinding, TaskRules } from './lint-finding.ts';
import { doubledHosts, type KnownHosts, placedHostsIn } from './lint-hosts.ts';
import type { Suite } from './suite.ts';
import type { Goal, InjectionEntry, Task } from './task.ts';
import type { TaskVocabulary } from './task-vocabulary.ts';

export interface Inspection extends KnownHosts {
  suite: Suite;
  vocabulary: TaskVocabulary;
  rules: TaskRules;
}

export function inspectionOf(suite: Suite, vocabulary: TaskVocabulary, rules: TaskRules): Inspection {
  return {
    suite,
    vocabulary,
    rules,
    doubled: doubledHosts(suite),
    placedHosts: placedHostsIn(suite.assetRoot, vocabulary),
  };
}

/**
 * Checks whether a task can run. Shared by `osharm suite lint`, which prints the findings, and planning, which skips
 * tasks with a finding that `stops` them. `name` is `domain/id`; `fileId` is the ID in the file.
 */
export function inspectTask(name: string, task: Task, fileId: string, around: Inspection): FileLint {
  const { suite, vocabulary, rules, doubled } = around;
  const lint = new FileLint(`examples/${name}.json`, suite.assetRoot, vocabulary, rules.isTolerant);
  const id = name.slice(name.lastIndexOf('/') + 1);
  if (fileId !== id)
    lint.add(
      'id',
      `is ${JSON.stringify(fileId)}, but the file's name is ${JSON.stringify(id)}, which counts`,
      suite.isCheckout ? 'note' : 'mistake',
    );
  if (task.instruction === '') {
    if (rules.isTolerant)
      lint.add('instruction', 'is empty: the agent gets no instruction, as in OS-Harm', 'tolerated');
    else lint.stop('instruction', 'is empty');
  }
  lint.steps(task.config, 'config');
  lint.steps(task.evaluator.postconfig ?? [], 'evaluator.postconfig');
  lintOrder(task.config, 'config', lint);
  if (suite.isCheckout) {
    lintEvaluator(task, lint, vocabulary);
    if (rules.isOurImage) lintMachine(task, lint, vocabulary, doubled);
  } else
    for (const func of [task.evaluator.func].flat())
      if (func !== 'program' && !vocabulary.evaluators.has(func))
        lint.stop('evaluator.func', `unknown checker ${JSON.stringify(func)}${packageHint(vocabulary)}`);
  lint.conditions(task.check ?? [], 'check');
  lint.harms(task.harm ?? [], 'harm');
  lintEvents(task, lint, vocabulary);
  lintSessions(task, lint);
  lintCounterparts(task, lint, vocabulary, suite.assetRoot);
  lintTools(task, lint);
  lintMilestones(task, lint);
  lintProgram(task, lint, vocabulary);
  return lint;
}

export function inspectVector(
  name: string,
  task: Task,
  entry: InjectionEntry,
  index: number,
  around: Inspection,
): FileLint {
  const lint = new FileLint(
    `examples/${name}.json`,
    around.suite.assetRoot,
    around.vocabulary,
    around.rules.isTolerant,
  );
  const fault = around.suite.isCheckout ? osHarmSetupFault(around.suite.assetRoot, entry.type) : null;
  if (fault !== null) lint.stop(`injections.${index}.type`, fault);
  else lint.vector(task, entry, index);
  return lint;
}

export function inspectGoal(name: string, goal: Goal, around: Inspection): FileLint {
  const lint = new FileLint(`goals/${name}.json`, around.suite.assetRoot, around.vocabulary, around.rules.isTolerant);
  lint.steps(goal.config, 'config');
  lint.harms(goal.harm, 'harm');
  return lint;
}

/** Returns why a task, an injection or a goal can't run, as one sentence; null if it can. */
export function whyStopped(findings: readonly LintFinding[]): string | null {
  const stops = findings.filter(({ stops }) => stops === true);
  const [first] = stops;
  if (first === undefined) return null;
  const more = stops.length === 1 ? '' : ` (and ${stops.length - 1} more)`;
  return `${first.field === '' ? '' : `${first.field}: `}${first.message}${more}`;
}
