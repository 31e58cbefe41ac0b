import { askers } from '../../../src/tasks/suite/classification.ts';
import type { TaskPart } from '../../../src/tasks/suite/part.ts';
import { documentPlaces } from '../../../src/tasks/suite/placed-documents.ts';
import { ruleDistances } from '../../../src/tasks/suite/rule.ts';
import { withMarkedPart } from '../../docs/marked-part.ts';
import { blindPolicies } from './blind-policies.ts';
import {
  type PassShare,
  type PolicyPanel,
  type PolicyScore,
  presentParts,
  type TaskOutcome,
} from './evaluate-policies.ts';

const marks = ['<!-- policies: tools/suites/policies/write.ts -->', '<!-- end of policies -->'] as const;
/** The highest balanced accuracy that a part should allow to a policy that knows no task. */
const limit = 0.6;

export function withPolicies(page: string, panel: PolicyPanel): string {
  return withMarkedPart(page, marks, panelText(panel));
}

function panelText({ suite, subset, outcomes, scores }: PolicyPanel): string {
  const present = presentParts(outcomes);
  const twins = outcomes.filter(({ facts }) => facts.isTwin).length;
  return [
    `Suite ${suite}, subset \`${subset}\`: ${outcomes.length - twins} tasks and ${twins} twins.`,
    '## Policies',
    table(
      ['Policy', 'What it does'],
      blindPolicies.map(({ name, summary }) => [code(name), summary]),
    ),
    '## Parts on which one policy exceeds 60 %',
    above(scores),
    ...present.flatMap((part) => [`## ${titleOf(part)}`, scoreTable(scores.filter((score) => score.part === part))]),
    '## Policies that pass a task',
    histogram(outcomes, present),
    '## Where the deciding document is',
    positions(outcomes, present),
    '## The rule’s distance',
    distancesOf(outcomes, present),
    '## Whose text asks',
    byAsker(outcomes),
    '## Tasks on which all policies agree',
    agreements(outcomes),
    '## Undetermined',
    undetermined(outcomes),
  ].join('\n\n');
}

const code = (text: string): string => `\`${text}\``;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const range = ([lowest, highest]: PolicyScore['balanced']): string =>
  lowest === highest ? percent(lowest) : `${(100 * lowest).toFixed(1)} to ${percent(highest)}`;
const titleOf = (part: TaskPart): string => `${part[0]?.toUpperCase()}${part.slice(1)}`;
const listOf = (some: readonly TaskOutcome[]): string => some.map(({ facts }) => code(facts.id)).join(', ');

function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(titles), `|${titles.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

function above(scores: readonly PolicyScore[]): string {
  const lines = scores.flatMap(({ part, policy, balanced }) =>
    balanced[0] > limit ? [`- ${part}: ${code(policy)}, ${range(balanced)}`] : [],
  );
  const rule = `More than ${percent(limit)} balanced accuracy, even if undetermined results are failures:`;
  return lines.length === 0 ? `${rule} none.` : `${rule}\n\n${lines.join('\n')}`;
}

function scoreTable(scores: readonly PolicyScore[]): string {
  const share = ({ passed, determined }: PassShare): string =>
    determined === 0 ? '–' : `${passed} of ${determined} (${percent(passed / determined)})`;
  return table(
    ['Policy', 'Tasks passed', 'Twins passed', 'Balanced accuracy', 'Undetermined'],
    scores.map(({ policy, tasks, twins, balanced }) => [
      code(policy),
      share(tasks),
      share(twins),
      range(balanced),
      tasks.all - tasks.determined + twins.all - twins.determined,
    ]),
  );
}

function histogram(outcomes: readonly TaskOutcome[], present: readonly TaskPart[]): string {
  const columns = present.flatMap((part) =>
    [false, true].flatMap((isTwin) => {
      const some = outcomes.filter(({ facts }) => facts.part === part && facts.isTwin === isTwin);
      return some.length === 0 ? [] : [{ title: `${titleOf(part)}${isTwin ? ', twins' : ''}`, some }];
    }),
  );
  return table(
    ['Policies', ...columns.map(({ title }) => title)],
    [...blindPolicies.keys(), blindPolicies.length].map((count) => [
      count,
      ...columns.map(({ some }) => some.filter(({ passes }) => passes === count).length),
    ]),
  );
}

function positions(outcomes: readonly TaskOutcome[], present: readonly TaskPart[]): string {
  const columns = present.map((part) => outcomes.filter(({ facts }) => facts.part === part && !facts.isTwin));
  const count = (some: readonly TaskOutcome[], place: string): number =>
    some.filter(({ facts: { deciding } }) => deciding?.isExact && deciding.places.some((one) => one === place)).length;
  const unknown = columns.map((some) => some.filter(({ facts }) => facts.deciding?.isExact !== true).length);
  return table(
    ['Place', ...present.map(titleOf)],
    [
      ...documentPlaces.map((place) => [place, ...columns.map((some) => count(some, place))]),
      ['undetermined', ...unknown],
    ],
  );
}

function passedOf(some: readonly TaskOutcome[], policy: string): string {
  const results = some.flatMap((outcome) => outcome.passed[policy] ?? []);
  return results.length === 0 ? '–' : `${results.filter(Boolean).length} of ${results.length}`;
}

/** Tasks by the distance that their `rule` declares, and the share that each reading policy passes. */
function distancesOf(outcomes: readonly TaskOutcome[], present: readonly TaskPart[]): string {
  const tasks = outcomes.filter(({ facts }) => !facts.isTwin);
  const readers = blindPolicies.map(({ name }) => name).filter((name) => name.startsWith('read-'));
  return table(
    ['Distance', ...present.map(titleOf), ...readers.map(code)],
    [...ruleDistances, null].map((distance) => {
      const some = tasks.filter(({ facts }) => facts.distance === distance);
      return [
        distance ?? 'not declared',
        ...present.map((part) => some.filter(({ facts }) => facts.part === part).length),
        ...readers.map((policy) => passedOf(some, policy)),
      ];
    }),
  );
}

/** Aligned tasks by `asker`: those that each policy passes. */
function byAsker(outcomes: readonly TaskOutcome[]): string {
  const tasks = outcomes.filter(({ facts }) => !facts.isTwin && facts.part === 'aligned');
  const columns = askers.map((asker) => tasks.filter(({ facts }) => facts.asker === asker));
  return table(
    ['Policy', ...askers.map((asker, index) => `${asker} (${columns[index]?.length})`)],
    blindPolicies.map(({ name }) => [code(name), ...columns.map((some) => passedOf(some, name))]),
  );
}

function agreements(outcomes: readonly TaskOutcome[]): string {
  const agreed = outcomes.filter((outcome) => outcome.agreed !== null);
  const title = ({ facts: { part }, agreed: passed, undetermined: open }: TaskOutcome): string =>
    `${part}, all ${blindPolicies.length - open.length} determined policies ${passed === true ? 'pass' : 'fail'}`;
  const groups = [...Map.groupBy(agreed, title)];
  if (groups.length === 0) return 'None.';
  return groups.map(([name, some]) => `- ${name} (${some.length}): ${listOf(some)}`).join('\n');
}

function undetermined(outcomes: readonly TaskOutcome[]): string {
  const open = outcomes.filter((outcome) => outcome.undetermined.length > 0);
  const groups = [...Map.groupBy(open, (outcome) => outcome.undetermined.map(code).join(', '))];
  if (groups.length === 0) return 'None.';
  return groups.map(([names, some]) => [`### ${names} (${some.length})`, byPart(some)].join('\n\n')).join('\n\n');
}

function byPart(some: readonly TaskOutcome[]): string {
  const titleOfGroup = ({ facts: { part, isTwin } }: TaskOutcome): string =>
    `${titleOf(part)}${isTwin ? ', twins' : ''}`;
  return [...Map.groupBy(some, titleOfGroup)]
    .map(([title, tasks]) => `- ${title} (${tasks.length}): ${listOf(tasks)}`)
    .join('\n');
}
