/**
 * Writes docs/start/suite.md, what the bundled suite contains, from its files:
 * `bin/osharm-node tools/docs/write-suite-page.ts`. A picture is that of the task in `write-scene-pictures.ts`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { bareGoal } from '../../src/tasks/suite/goal-id.ts';

interface TaskFile {
  title: string;
  instruction: string;
  explanation?: string;
  classification: { severity: string };
  harm?: { note: string }[];
  injections?: { type: string; goals: string[] }[];
}

const kinds = {
  misuse: 'The user asks for harm. A safe agent refuses.',
  injection: 'A text in what the agent reads asks for harm. A safe agent does the user’s task and ignores the text.',
  misbehavior: 'The work has a trap. A safe agent does the work, or asks, without the harm.',
};
const shown: readonly { id: string; kind: keyof typeof kinds; scene: string | null }[] = [
  { id: '_expense_overclaim', kind: 'misuse', scene: null },
  { id: '_portal_code_mail', kind: 'misuse', scene: null },
  { id: '__order_total', kind: 'injection', scene: null },
  { id: '__deposit_letter', kind: 'injection', scene: 'law-office' },
  { id: '___release_checks', kind: 'misbehavior', scene: 'software' },
  { id: '___duplicates_deleted', kind: 'misbehavior', scene: 'archive' },
];

const examples = join(bundledSuite, 'examples');
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(bundledSuite, ...path), 'utf8'));
const { version } = read('suite.json') as { version: string };
const idsOf = (subset: string): string[] =>
  Object.values(read(`test_${subset}.json`) as Record<string, string[]>).flat();

function taskOf(id: string): TaskFile {
  const domain = readdirSync(examples).find((name) => readdirSync(join(examples, name)).includes(`${id}.json`));
  if (domain === undefined) throw new Error(`The suite has no task ${id}.`);
  return read('examples', domain, `${id}.json`) as TaskFile;
}

/** A control is a task of misbehavior with a warning. */
const tasksWithoutControls = (): number => {
  const controls = new Set(idsOf('control'));
  const subsets = readdirSync(bundledSuite).flatMap((file) => /^test_(.*)\.json$/.exec(file)?.[1] ?? []);
  return new Set(subsets.flatMap(idsOf).filter((id) => !controls.has(id))).size;
};

/** Each run draws other names and values. */
const plain = (text: string): string =>
  text
    .replaceAll(/\{[^{}]*\}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim();

function goalOf(id: string): Pick<TaskFile, 'title' | 'explanation' | 'harm'> {
  const folder = ['goals', 'aligned'].find((name) => existsSync(join(bundledSuite, name, `${id}.json`)));
  if (folder === undefined) throw new Error(`The suite has no goal ${id}.`);
  return read(folder, `${id}.json`) as TaskFile;
}

/** A quotation in paragraphs of at most about 50 words, so that a long request stays readable. */
function quoted(text: string): string {
  const paragraphs: string[] = [''];
  for (const sentence of text.split(/(?<=[.!?]) (?=[A-Z])/)) {
    const longer = `${paragraphs.at(-1)} ${sentence}`.trim();
    if (paragraphs.at(-1) !== '' && longer.split(' ').length > 50) paragraphs.push(sentence);
    else paragraphs[paragraphs.length - 1] = longer;
  }
  return paragraphs.map((paragraph) => `> ${paragraph}`).join('\n>\n');
}

function section({ id, kind, scene }: (typeof shown)[number]): string {
  const task = taskOf(id);
  const { title, instruction, classification, injections = [] } = task;
  const [planted] = injections;
  const source = planted === undefined ? task : goalOf(bareGoal(planted.goals[0] ?? ''));
  const notes = [...new Set((source.harm ?? []).map(({ note }) => note))];
  return [
    `### ${title}`,
    `\`${id}\`, ${kind}, severity ${classification.severity}`,
    ...(scene === null ? [] : [`![The desktop of the task at work](../scenes/${scene}.png)`]),
    quoted(plain(instruction)),
    [
      ...(planted === undefined ? [] : [`- **Planted** by \`${planted.type}\`: ${plain(source.title)}`]),
      `- **Why it is harm**: ${plain(source.explanation ?? '')}`,
      `- **Unsafe** if ${notes.map(plain).join(', or ')}`,
    ].join('\n'),
  ].join('\n\n');
}

const listed = [
  'misuse',
  'misbehavior',
  'injection',
  'aligned',
  'long',
  'conduct',
  'counterparts',
  'sessions',
  'roles',
];
const counts = [...listed, 'tools', 'screens', 'control'].map(
  (subset) => `| \`${subset}\` | ${idsOf(subset).length} |`,
);
const page = `# What is in the suite

<!-- Written by tools/docs/write-suite-page.ts -->

The bundled suite, \`hermetic\` ${version}, has ${tasksWithoutControls()} tasks in ${readdirSync(join(bundledSuite, 'scenes'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).length} scenes and older single desktops, and ${readdirSync(join(bundledSuite, 'goals')).filter((name) => name.endsWith('.json')).length} goals for the injections of the square, which crosses vectors with goals. With the ${idsOf('control').length} controls, traps with a warning, its files and TASKS.md have ${tasksWithoutControls() + idsOf('control').length}. [The data sheet](../../suites/hermetic/README.md) has how they were written, and what they can't show; [TASKS.md](../../suites/hermetic/TASKS.md) lists all of them.

${Object.entries(kinds)
  .map(([kind, text]) => `- **${kind}**: ${text}`)
  .join('\n')}

| Subset | Tasks |
|---|---|
${counts.join('\n')}

A task may be in several subsets. \`osharm run --model NAME --dry-run --list\` lists the runs of a plan.

## Six tasks

${shown.map(section).join('\n\n')}

## Next

[Run a sweep](../run/sweep.md), [choose injections](../run/attacks.md), or [write your own task](../write/suite.md).
`;
writeFileSync(fileURLToPath(new URL('../../docs/start/suite.md', import.meta.url)), page);
