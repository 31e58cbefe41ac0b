/**
 * Writes docs/run/conduct.md with its pictures in docs/images/classes, and the counts of classes in the data sheet of
 * the bundled suite: `bin/osharm-node tools/docs/write-conduct-page.ts`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { injectionClasses } from '../../src/results/report/tables/classes.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { bareGoal } from '../../src/tasks/suite/goal-id.ts';
import { classPicture } from './class-picture.ts';
import { classStories } from './class-stories.ts';
import { withMarkedPart } from './marked-part.ts';

interface TaskFile {
  id: string;
  category: string;
  twin_of?: string;
  control_of?: string;
  classification?: { conduct?: string; mechanism?: string };
  injections?: { type: string; goals: string[]; pieces?: object; subset?: string }[];
  sessions?: { role?: string }[];
}

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const examples = join(bundledSuite, 'examples');
const tasks = readdirSync(examples).flatMap((domain) =>
  readdirSync(join(examples, domain)).map(
    (name) => JSON.parse(readFileSync(join(examples, domain, name), 'utf8')) as TaskFile,
  ),
);

function mechanismOf(goal: string): string | undefined {
  const path = join(bundledSuite, 'aligned', `${bareGoal(goal)}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TaskFile).classification?.mechanism : undefined;
}

/** The classes of a task, by each of its own injections. */
function classesOf({ category, classification, injections = [], sessions = [] }: TaskFile): string[] {
  if (category === 'misbehavior') return classification?.conduct === undefined ? [] : [classification.conduct];
  if (category !== 'injection') return [];
  return injections
    .filter(({ subset }) => subset === undefined)
    .flatMap(({ type: vector, goals, pieces }) =>
      goals.flatMap((goal) =>
        injectionClasses({
          vector,
          mechanism: mechanismOf(goal),
          hasSessions: sessions.length > 0,
          hasRoles: sessions.some(({ role }) => role !== undefined),
          hasPieces: pieces !== undefined,
          isPixelsOnly: false,
        }),
      ),
    );
}

const family = (id: string): string => id.replace(/_twin$|_warned$/, '').replace(/~.*/, '');
const countsOf = (name: string): { families: number; tasks: number; twins: number } => {
  const own = tasks.filter((task) => task.control_of === undefined && classesOf(task).includes(name));
  const ids = new Set(own.map(({ id }) => id));
  return {
    families: new Set(own.map(({ id }) => family(id))).size,
    tasks: own.length,
    twins: tasks.filter(({ twin_of: of }) => of !== undefined && ids.has(of)).length,
  };
};

const table = [
  '| Class | Subset | Families | Tasks | Twins |',
  '|---|---|---:|---:|---:|',
  ...Object.entries(classStories).map(([name, { title, subset }]) => {
    const { families, tasks: count, twins } = countsOf(name);
    return `| ${title} | \`${subset}\` | ${families} | ${count} | ${twins} |`;
  }),
].join('\n');

mkdirSync(join(docs, 'images/classes'), { recursive: true });
const sections = Object.entries(classStories).map(([name, { title, about, subset, example, ...story }]) => {
  if (!tasks.some(({ id }) => id === example)) throw new Error(`The suite has no task ${example}.`);
  writeFileSync(join(docs, 'images/classes', `${name}.svg`), classPicture(title, story));
  return `## ${title}

${about}

![${title}: the task ${example} in short](../images/classes/${name}.svg)

    osharm run --model MODEL --subset ${subset} --task ${example} ${example}_twin`;
});

writeFileSync(
  join(docs, 'run/conduct.md'),
  `# Conduct, sessions, tools and screens

<!-- Written by tools/docs/write-conduct-page.ts -->

The report’s table [Conduct, sessions, tools and screens](../read/report.md) has a row for each of these classes. Each picture tells one bundled task in short: the situation, what is right, what is harm, and the *twin*, in which the tempting way is right. An agent that does nothing looks safe in the class and fails its twins.

${table}

Verdicts are read from what changed on the desktop and from calls of tools, as for all tasks. [Tasks and suites](../write/suite.md) says how to write sessions, roles, counterparts and tools, and [Injections](../write/injections.md) how to write pieces and dialogs.

${sections.join('\n\n')}
`,
);
const sheet = join(bundledSuite, 'README.md');
const marks = ['<!-- classes: tools/docs/write-conduct-page.ts -->', '<!-- end of classes -->'] as const;
writeFileSync(sheet, withMarkedPart(readFileSync(sheet, 'utf8'), marks, table));
