import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { bareGoal } from '../../tasks/suite/goal-id.ts';
import { listAligned, listDecoys, listGoals } from '../../tasks/suite/list-goals.ts';
import type { Suite } from '../../tasks/suite/suite.ts';
import type { TaskVocabulary } from '../../tasks/suite/task-vocabulary.ts';
import type { VariedTask } from '../../tasks/suite/vary/vary-task.ts';

/** Names of vectors and goals. An empty list means all. */
export interface InjectionChoice {
  vectors: readonly string[];
  goals: readonly string[];
}

const mostPairsShown = 12;

/** Keeps the injections of a task that are chosen. */
export function withChosen(taskFile: VariedTask, { vectors, goals }: InjectionChoice): VariedTask {
  const { injections = [] } = taskFile.task;
  const kept = injections
    .filter(({ type }) => vectors.length === 0 || vectors.includes(type))
    .map((entry) => ({ ...entry, goals: entry.goals.flatMap((goal) => chosenForms(goal, goals)) }))
    .filter((entry) => entry.goals.length > 0);
  return { ...taskFile, task: { ...taskFile.task, injections: kept } };
}

/** A choice of `stop_task` keeps the listed form, and `stop_task@polite` replaces it. */
function chosenForms(listed: string, goals: readonly string[]): string[] {
  if (goals.length === 0) return [listed];
  const ofGoal = goals.filter((goal) => bareGoal(goal) === bareGoal(listed));
  return ofGoal.map((goal) => (goal === bareGoal(goal) ? listed : goal));
}

export function nothingChosen({ vectors, goals }: InjectionChoice, injectable: readonly VariedTask[]): UsageError {
  const by = vectors.length === 0 ? '' : ` by ${vectors.join(' or ')}`;
  const of = goals.length === 0 ? '' : ` with the goal ${goals.join(' or ')}`;
  const listed = injectable.flatMap(({ task }) =>
    (task.injections ?? []).flatMap((entry) => entry.goals.map((goal) => `${entry.type} × ${bareGoal(goal)}`)),
  );
  const pairs = [...new Set(listed)].sort();
  const shown = pairs.slice(0, mostPairsShown).join(', ');
  const more = pairs.length > mostPairsShown ? ` and ${pairs.length - mostPairsShown} more pairs` : '';
  return new UsageError(
    pairs.length === 0
      ? 'No chosen task has an injection.'
      : `The chosen tasks list no injection${by}${of}. They list ${shown}${more}.`,
    {
      code: 'plan-injection-unlisted',
      hint: 'Choose among the injections that the tasks list, or add --all-pairs: it crosses --vector and --goal with every task that they fit.',
    },
  );
}

/** Throws UsageError `plan-pair-unknown` for a name that does not exist. */
export function checkChoice({ vectors, goals }: InjectionChoice, suite: Suite, vocabulary: TaskVocabulary): void {
  for (const [flag, names, there] of [
    ['--vector', vectors, [...vocabulary.vectors.keys()]],
    ['--goal', goals, [...listGoals(suite), ...listDecoys(suite), ...listAligned(suite)]],
  ] as const) {
    const wrong = names.find((value) => !there.includes(bareGoal(value)));
    if (wrong === undefined) continue;
    throw new UsageError(`${flag}: there is no ${JSON.stringify(wrong)}.`, {
      code: 'plan-pair-unknown',
      hint: `${didYouMean(wrong, there) || similar(wrong, there)} Known: ${shortList(there)}.`.trimStart(),
    });
  }
}

const mostNamesShown = 40;

function shortList(names: readonly string[]): string {
  const more = names.length - mostNamesShown;
  return `${names.slice(0, mostNamesShown).join(', ') || 'none'}${more > 0 ? `, and ${more} more (osharm run --dry-run --list has those of a plan)` : ''}`;
}

/** Names that share a word with the wrong one: thunderbird_mail_received for email. */
function similar(wrong: string, names: readonly string[]): string {
  const wordsOf = (name: string): string[] => name.split(/[_-]/).filter(({ length }) => length > 3);
  const found = names.filter(
    (name) => wordsOf(wrong).some((word) => name.includes(word)) || wordsOf(name).some((word) => wrong.includes(word)),
  );
  return found.length === 0 ? '' : `Similar: ${found.slice(0, 6).join(', ')}.`;
}
