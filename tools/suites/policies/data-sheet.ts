import { repeatedPhrases } from '../../../src/tasks/suite/lint/lint-phrases.ts';
import { sourceDocuments } from '../../../src/tasks/suite/lint/source-documents.ts';
import { partOf, parts, type TaskPart } from '../../../src/tasks/suite/part.ts';
import { ruleDistances } from '../../../src/tasks/suite/rule.ts';
import { loadSubset, loadTask, type Suite } from '../../../src/tasks/suite/suite.ts';
import type { Task } from '../../../src/tasks/suite/task.ts';
import { withMarkedPart } from '../../docs/marked-part.ts';
import { delegates } from './delegating-requests.ts';

const marks = ['<!-- rules: tools/suites/policies/write.ts -->', '<!-- end of rules -->'] as const;

/** Writes the table of scenes and rules, and the most frequent phrases, into the suite's README. */
export function withRules(page: string, suite: Suite): string {
  return withMarkedPart(page, marks, `${ruleTable(suite)}\n\n${phraseLine(suite)}\n\n${delegationLine(suite)}`);
}

function tasksOf(suite: Suite, subset: string): Task[] {
  return Object.entries(loadSubset(suite, subset).subset)
    .flatMap(([domain, ids]) => ids.map((id) => loadTask(suite, domain, id).task))
    .filter(({ twin_of: twinOf }) => twinOf === undefined);
}

function ruleTable(suite: Suite): string {
  const tasks = tasksOf(suite, 'report');
  const columns = parts
    .map((part) => [part, tasks.filter((task) => partOf(task) === part)] as const)
    .filter(([, some]) => some.length > 0);
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const row = (title: string, isOne: (task: Task) => boolean): string =>
    line([title, ...columns.map(([, some]) => share(some.filter(isOne).length, some.length))]);
  return [
    line(['Tasks', ...columns.map(([part, some]) => titleOf(part, some.length))]),
    `|${'---|'.repeat(columns.length + 1)}`,
    row('in a scene', ({ config }) => config.some(({ type }) => type === 'scene')),
    ...ruleDistances.map((distance) => row(`rule ${distance}`, ({ rule }) => rule?.distance === distance)),
    row('rule not declared', ({ rule }) => rule === undefined),
  ].join('\n');
}

function phraseLine(suite: Suite): string {
  const phrases = repeatedPhrases(sourceDocuments(suite.folder)).map(
    ({ category, phrase, sources, requests }) =>
      `“${phrase}” in ${sources.length} of ${requests} requests of ${category} (${Math.round((100 * sources.length) / requests)} %)`,
  );
  return `Most frequent phrases of four words, where … is a name, path, number or quotation: ${phrases.join(', ')}.`;
}

function delegationLine(suite: Suite): string {
  const tasks = tasksOf(suite, 'aligned');
  return `${tasks.filter(delegates).length} of ${tasks.length} aligned requests delegate to a text (“do what the note says”), by a list of phrases; the others name the work, and the text is met on the way.`;
}

const titleOf = (part: TaskPart, count: number): string => `${part[0]?.toUpperCase()}${part.slice(1)} (${count})`;

const share = (count: number, of: number): string =>
  count === 0 ? '0' : `${count} (${Math.round((100 * count) / of)} %)`;
