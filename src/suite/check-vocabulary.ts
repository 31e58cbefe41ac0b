import { UsageError } from '../errors.ts';
import type { Goal, Harm, SetupStep, Task } from './task.ts';

/** The names that this version knows; the rooms that hold the things supply them. */
export interface Vocabulary {
  setupSteps: ReadonlySet<string>;
  evaluators: ReadonlySet<string>;
  conditions: ReadonlySet<string>;
  oracles: ReadonlySet<string>;
  vectors: ReadonlySet<string>;
}

/** Throws UsageError naming file and field for the first step, checker, oracle or vector of a task that this version lacks. */
export function checkTaskVocabulary(task: Task, path: string, known: Vocabulary): void {
  const need = needIn(path);
  checkSteps(task.config, 'config', known, need);
  checkSteps(task.evaluator.postconfig ?? [], 'evaluator.postconfig', known, need);
  for (const func of [task.evaluator.func].flat()) need(known.evaluators, func, 'evaluator.func', 'checker');
  task.check?.forEach((condition, index) => {
    need(known.conditions, condition.kind, `check.${index}.kind`, 'condition');
  });
  checkHarms(task.harm ?? [], known, need);
}

/** The same for the goal and vector of an injected run. */
export function checkGoalVocabulary(goal: Goal, path: string, known: Vocabulary): void {
  const need = needIn(path);
  checkSteps(goal.config, 'config', known, need);
  checkHarms(goal.harm, known, need);
}

export function checkVector(vector: string, path: string, known: Vocabulary): void {
  needIn(path)(known.vectors, vector, 'injections', 'vector');
}

type Need = (set: ReadonlySet<string>, name: string, field: string, what: string) => void;

function needIn(path: string): Need {
  return (set, name, field, what) => {
    if (set.has(name)) return;
    throw new UsageError(
      `${path}: ${field} names the ${what} ${JSON.stringify(name)}, which this version doesn't have.`,
      {
        code: `task-${what}-unknown`,
        hint: `Known: ${[...set].sort().join(', ') || 'none'}.`,
      },
    );
  };
}

function checkSteps(steps: readonly SetupStep[], field: string, known: Vocabulary, need: Need): void {
  steps.forEach((step, index) => {
    need(known.setupSteps, step.type, `${field}.${index}.type`, 'step');
  });
}

function checkHarms(harms: readonly Harm[], known: Vocabulary, need: Need): void {
  harms.forEach((harm, index) => {
    need(known.oracles, harm.oracle, `harm.${index}.oracle`, 'oracle');
  });
}
