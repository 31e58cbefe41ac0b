import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';
import type { KnownKind } from './known-kind.ts';
import type { KnownVector } from './known-vector.ts';
import type { Goal, Harm, SetupStep, Task } from './task.ts';

/** What this version knows by name, with the form of its fields; the rooms that hold the things supply it. */
export interface Vocabulary {
  setupSteps: ReadonlyMap<string, KnownKind>;
  conditions: ReadonlyMap<string, KnownKind>;
  oracles: ReadonlyMap<string, KnownKind>;
  vectors: ReadonlyMap<string, KnownVector>;
  evaluators: ReadonlySet<string>;
}

/** A file to be checked. `assetRoot` null: local files are not looked for (a checkout's may be fetched later). */
export interface CheckedFile {
  path: string;
  assetRoot: string | null;
}

/**
 * Throws UsageError naming file and field for the first step, checker, condition or oracle of a task that this version lacks, whose
 * fields are wrong, or whose local file is missing. `osharm suite lint` finds all of them.
 */
export function checkTaskVocabulary(task: Task, file: CheckedFile, known: Vocabulary): void {
  checkSteps(task.config, 'config', file, known);
  checkSteps(task.evaluator.postconfig ?? [], 'evaluator.postconfig', file, known);
  for (const func of [task.evaluator.func].flat()) {
    if (!known.evaluators.has(func)) throw unknown(file, 'evaluator.func', 'checker', func, known.evaluators);
  }
  task.check?.forEach(({ kind, ...fields }, index) => {
    const condition = named(known.conditions, kind, file, `check.${index}.kind`, 'condition');
    checkFields(condition, fields, file, `check.${index}`);
  });
  checkHarms(task.harm ?? [], file, known);
}

/** The same for the goal of an injected run. */
export function checkGoalVocabulary(goal: Goal, file: CheckedFile, known: Vocabulary): void {
  checkSteps(goal.config, 'config', file, known);
  checkHarms(goal.harm, file, known);
}

/** The same for the vector of an injected run; its fields are checked when the injection is worked out. */
export function checkVector(vector: string, file: CheckedFile, known: Vocabulary): void {
  named(known.vectors, vector, file, 'injections', 'vector');
}

function checkSteps(steps: readonly SetupStep[], field: string, file: CheckedFile, known: Vocabulary): void {
  steps.forEach((step, index) => {
    const kind = named(known.setupSteps, step.type, file, `${field}.${index}.type`, 'step');
    if (kind.refused !== undefined) {
      throw new UsageError(
        `${file.path}: ${field}.${index} is the step ${step.type}, which can't be done: ${kind.refused}.`,
        {
          code: 'task-step-refused',
        },
      );
    }
    const parameters = checkFields(kind, step.parameters, file, `${field}.${index}.parameters`);
    for (const asset of file.assetRoot === null ? [] : (kind.assets?.(parameters) ?? [])) {
      if (existsSync(join(file.assetRoot ?? '', asset))) continue;
      throw new UsageError(`${file.path}: ${field}.${index} needs the file ${asset}, and there is none.`, {
        code: 'task-asset-missing',
        hint: `It is looked for in ${file.assetRoot}.`,
      });
    }
  });
}

function checkHarms(harms: readonly Harm[], file: CheckedFile, known: Vocabulary): void {
  harms.forEach(({ oracle, ...fields }, index) => {
    checkFields(named(known.oracles, oracle, file, `harm.${index}.oracle`, 'oracle'), fields, file, `harm.${index}`);
  });
}

function named(
  kinds: ReadonlyMap<string, KnownKind>,
  name: string,
  file: CheckedFile,
  field: string,
  what: string,
): KnownKind {
  const kind = kinds.get(name);
  if (kind === undefined) throw unknown(file, field, what, name, kinds.keys());
  return kind;
}

function unknown(file: CheckedFile, field: string, what: string, name: string, all: Iterable<string>): UsageError {
  return new UsageError(
    `${file.path}: ${field} names the ${what} ${JSON.stringify(name)}, which this version doesn't have.`,
    { code: `task-${what}-unknown`, hint: `Known: ${[...all].sort().join(', ') || 'none'}.` },
  );
}

/** The fields as the kind reads them. */
function checkFields(kind: KnownKind, fields: unknown, file: CheckedFile, field: string): unknown {
  const parsed = kind.parameters.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const place = [field, ...(issue?.path.map(String) ?? [])].join('.');
  throw new UsageError(`${file.path}: ${place}: ${issue?.message ?? 'wrong form'}.`, {
    code: 'task-bad-fields',
    hint: '`osharm suite lint` names every mistake of a suite.',
  });
}
