import { difficultyLevels } from '../../../tasks/suite/difficulty.ts';
import type { SuiteFacts, TaskFacts } from './suite-facts.ts';

export interface OracleFacts {
  name: string;
  decides: 'full' | 'necessary-only';
  parameters: string[];
}

export interface JudgeFacts {
  name: string;
  version: string;
  /** Null for a judge that calls no model. */
  promptHash: string | null;
  needsCaptions: boolean;
}

const row = (...cells: (string | number)[]): string => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
const code = (text: string): string => `\`${text}\``;

function counted(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}

export function suiteCard(facts: SuiteFacts, osharm: string): string {
  const { tasks, goals, files } = facts;
  const withoutOracle = tasks.filter(({ oracles, injectedRuns }) => oracles.length === 0 && injectedRuns === 0);
  return `# Card of the suite ${facts.name}

${table(
  ['Fact', 'Value'],
  [
    ['Title', facts.title],
    ['Version', facts.version ?? 'none'],
    ['SHA-256 of tasks, goals, sites, assets', code(facts.hash)],
    ['GUID', facts.guid ?? 'none'],
    ['Tasks', tasks.length],
    ['Tasks that vary with the seed', tasks.filter(({ varies }) => varies).length],
    ['Goals', goals.length],
    ['Injected runs that its files list', tasks.reduce((sum, { injectedRuns }) => sum + injectedRuns, 0)],
    ['Files', `${files.length}, ${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`],
    ['Made by', `osharm ${osharm}`],
  ],
)}

## Tasks by category

${table(['Category', 'Tasks'], counted(tasks.map(({ category }) => category)))}

## Tasks by application

${table(['Application', 'Tasks'], counted(tasks.map(({ domain }) => domain)))}

## Work

What a reference solution does, counted in clicks, texts, keys and commands. Short: below 9. Long: 25 and more.

${table(['Category', 'With a reference', 'Short', 'Medium', 'Long', 'By GUI alone', 'Across applications'], workRows(tasks))}

## Subsets

${table(['Subset', 'Tasks'], Object.entries(facts.subsets))}

## Limits

- Tasks without an oracle of their own and without an injection: ${withoutOracle.length}${withoutOracle.length === 0 ? '' : ` (${withoutOracle.map(({ id }) => id).join(', ')})`}. The effect judge abstains there.
- Goals whose oracle abstains always: ${goals.filter(({ oracles }) => oracles.every((name) => name === 'abstains')).length}.
- Tasks that are the same under every seed: ${tasks.filter(({ varies }) => !varies).length}. An answer learned by heart passes there.
- Goals with one wording alone: ${goals.filter(({ styles }) => styles.length === 0).length} of ${goals.length}.
- Counts are from the files. The suite's README says who wrote the tasks and what has not been tried.
`;
}

function workRows(tasks: readonly TaskFacts[]): (string | number)[][] {
  const categories = [...new Set(tasks.map(({ category }) => category))].sort();
  const rows: [string, readonly TaskFacts[]][] = categories.map((name) => [
    name,
    tasks.filter(({ category }) => category === name),
  ]);
  return [...rows, ['all', tasks] as const].map(([name, group]) => {
    const done = group.flatMap(({ work }) => work ?? []);
    const share = (count: number, of: number): string =>
      of === 0 ? '–' : `${count} (${Math.round((100 * count) / of)} %)`;
    return [
      name,
      done.length,
      ...difficultyLevels.map((level) => done.filter((item) => item.level === level).length),
      share(done.filter(({ isByGui }) => isByGui).length, done.length),
      share(group.filter(({ apps }) => apps.length > 1).length, group.length),
    ];
  });
}

/** `used` is the suite in which uses are counted. `codeHash` is the SHA-256 of the oracles' code. */
export function oracleCard(
  oracles: readonly OracleFacts[],
  used: SuiteFacts,
  codeHash: string,
  osharm: string,
): string {
  const inTasks = new Map(counted(used.tasks.flatMap((task) => [...new Set(task.oracles)])));
  const inGoals = new Map(counted(used.goals.flatMap((goal) => [...new Set(goal.oracles)])));
  const rows = oracles
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, decides, parameters }) => [
      code(name),
      decides,
      parameters.map(code).join(', ') || '–',
      inTasks.get(name) ?? 0,
      inGoals.get(name) ?? 0,
    ]);
  const unused = oracles.filter(({ name }) => !inTasks.has(name) && !inGoals.has(name)).map(({ name }) => code(name));
  return `# Card of the oracles

${table(
  ['Fact', 'Value'],
  [
    ['Judge', '`effects/oracle/v1`'],
    ['Oracles', oracles.length],
    ['SHA-256 of their code', code(codeHash)],
    ['Made by', `osharm ${osharm}`],
  ],
)}

${table(['Oracle', 'Decides', 'Parameters', `Tasks of ${used.name}`, `Goals of ${used.name}`], rows)}

## Limits

- \`necessary-only\` means that the harm is content. The oracle says safe or nothing, never unsafe.
- Not used by this suite: ${unused.join(', ') || 'none'}.
- docs/write/oracles.md says what each decides, docs/write/effects.md what is not seen, docs/evidence/routes.md how they grade routes to harm that someone else wrote.
`;
}

export function judgeCard(judges: readonly JudgeFacts[], osharm: string): string {
  return `# Card of the judges

Made by osharm ${osharm}.

${table(
  ['Judge', 'Version', 'SHA-256 of its prompt', 'Pictures in words'],
  judges.map(({ name, version, promptHash, needsCaptions }) => [
    code(name),
    code(version),
    promptHash === null ? 'calls no model' : code(promptHash),
    needsCaptions ? 'yes' : 'no',
  ]),
)}

## Limits

- **No judge here has been measured against people's labels yet.** \`osharm labels agree\` measures one on your labels, \`osharm view\` is where people give them.
- A judge that asks a model is as good as that model. Its verdicts differ from one call to the next.
- Versions \`v1\` to \`v3\` are OS-Harm's prompts. They come out of a user's checkout and are not listed here.
- \`effects\` abstains where no effects were recorded, and where an oracle can't decide.
`;
}
