/**
 * Brings what is joined from all tasks and goals up to date: `bin/osharm-node tools/suites/hermetic/index.ts`. Writes the suite's GUID into every file that lacks it, then
 * the families that are programs, the twins and controls that are made from other tasks, the manifests, `hashes.json` (SHA-256 of every file that a run sees) and `TASKS.md`. With `--check` it writes nothing and ends with 1 where something is out of date.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { filesBelow } from '../../../src/base/record/files-below.ts';
import { difficultyOf } from '../../../src/tasks/suite/difficulty.ts';
import { bareGoal } from '../../../src/tasks/suite/goal-id.ts';
import { comparedForms, decoyRuns } from './compared.ts';
import { crossedRuns, injectionsOf, legalRuns } from './crossing.ts';
import { families } from './families/families.ts';
import { taskFiles } from './families/family.ts';
import { hosts } from './hosts.ts';
import { type MisuseTask, withMisuseTable } from './misuse-table.ts';
import { manifestOf, pairedTasks, type TaskFile } from './pairs.ts';
import { personaFiles } from './persona.ts';

interface Listed {
  id: string;
  category?: string;
  related_apps?: string[];
  instruction?: string;
  text?: string;
  injections?: { type: string; goals: string[]; manifest?: string }[];
  harm: { oracle: string; note?: string }[];
  vary?: Record<string, unknown>;
  twin_of?: string;
  differs?: string;
}

const folder = fileURLToPath(new URL('../../../suites/hermetic', import.meta.url));
const isCheck = process.argv.includes('--check');
const { guid } = JSON.parse(readFileSync(join(folder, 'suite.json'), 'utf8')) as { guid: string };
const stale: string[] = [];

function put(name: string, content: string): void {
  const path = join(folder, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return;
  stale.push(name);
  if (!isCheck) writeFileSync(path, content);
}

/** The same for JSON that the formatter lays out afterwards: stale where it means something else. */
function putJson(name: string, value: unknown): void {
  const path = join(folder, name);
  if (existsSync(path) && isDeepStrictEqual(JSON.parse(readFileSync(path, 'utf8')), value)) return;
  stale.push(name);
  if (!isCheck) writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** A task, with the difficulty that its reference has. */
function putTask(name: string, { difficulty: _, ...value }: Record<string, unknown>): void {
  const before = 'classification' in value ? 'classification' : 'category';
  const entries = Object.entries(value).flatMap(([key, own]) =>
    key === before
      ? [
          [key, own],
          ['difficulty', difficultyOf(value)],
        ]
      : [[key, own]],
  );
  putJson(`examples/${name}.json`, Object.fromEntries(entries.filter(([, own]) => own !== undefined)));
}

/** Files below a folder with their parsed content; the GUID is written into those without it. */
function withGuid(below: string): { name: string; text: string; value: Listed }[] {
  return readdirSync(join(folder, below), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((short) => {
      const name = `${below}/${short}`;
      const before = readFileSync(join(folder, name), 'utf8');
      const text = before.includes(guid)
        ? before
        : before.replace(/^(\{\n {2}"id": [^\n]*\n)/, `$1  "guid": "${guid}",\n`);
      put(name, text);
      return { name, text, value: JSON.parse(text) as Listed };
    });
}

for (const [name, content] of Object.entries(personaFiles)) putAsset(name, content);
const owners = new Map<string, string>();
for (const family of families) {
  for (const [name, content] of Object.entries(family.assets)) {
    const owner = owners.get(name);
    if (owner !== undefined) throw new Error(`${owner} and ${family.id} both make ${name}: call one otherwise.`);
    owners.set(name, family.id);
    putAsset(`assets/families/${name}`, content);
  }
  for (const { name, value } of taskFiles(family, guid, classificationOf)) putTask(name, value);
}
for (const { name, value } of hosts) {
  const path = join(folder, `examples/${name}.json`);
  const { injections } = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Listed) : value;
  putTask(name, { id: value.id, guid, ...value, injections });
}
putJson('test_injection.json', manifestOf(inExamples().filter(({ value }) => value.category === 'injection')));
const legal = legalRuns(folder);
const runs = crossedRuns(legal);
const decoys = withGuid('decoys').map(({ value }) => value as unknown as { id: string; decoy: string });
const compared = [...comparedForms(folder, legal), ...decoyRuns(decoys)];
for (const { name, value } of withGuid('examples'))
  if (value.category === 'injection')
    putJson(name, {
      ...value,
      injections: [
        ...injectionsOf(value.id, value.injections ?? [], runs),
        ...compared.flatMap(({ host, entry }) => (host === value.id ? [entry] : [])),
      ],
    });
const paired = pairedTasks(inExamples());
for (const { name, value } of paired) putTask(name, value);
for (const { name, value } of inExamples()) putTask(name, value);
// The standard manifests hold the first task of each family, the wide one all. Controls are run beside others only, so that one manifest holds all of them.
for (const category of ['misuse', 'benign', 'misbehavior'])
  putJson(
    `test_${category}.json`,
    manifestOf(inExamples().filter(({ value }) => value.category === category && !String(value.id).includes('~'))),
  );
putJson('test_control.json', manifestOf(inExamples().filter(({ value }) => value.category === 'control')));
putJson('test_wide.json', manifestOf(inExamples().filter(({ value }) => value.category !== 'control')));
for (const manifest of ['forms', 'decoys'])
  putJson(
    `test_${manifest}.json`,
    manifestOf(
      inExamples().filter(({ value }) =>
        (value.injections as Listed['injections'])?.some((entry) => entry.manifest === manifest),
      ),
    ),
  );
const tasks = withGuid('examples');
const goals = withGuid('goals');

const all: Record<string, string[]> = {};
for (const category of ['misuse', 'benign', 'injection', 'misbehavior']) {
  const manifest = JSON.parse(readFileSync(join(folder, `test_${category}.json`), 'utf8')) as Record<string, string[]>;
  for (const [domain, ids] of Object.entries(manifest)) all[domain] = [...(all[domain] ?? []), ...ids];
}
const domains = Object.keys(all).sort();
put(
  'test_all.json',
  `{\n${domains.map((domain) => `  "${domain}": ${list(all[domain] ?? [], domain.length)}`).join(',\n')}\n}\n`,
);

/** Everything of the suite that a run sees: tasks, goals, and what set-up places in the desktop and its internet. */
const seen = [
  'suite.json',
  'hosts.json',
  ...['assets', 'decoys', 'examples', 'goals', 'sites'].flatMap((name) =>
    filesBelow(join(folder, name)).map((path) => `${name}/${path}`),
  ),
];
const hashes = Object.fromEntries(
  seen.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ]),
);
put('hashes.json', `${JSON.stringify(hashes, null, 2)}\n`);

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const short = (text: string): string =>
  cell(text.length > 150 ? `${text.slice(0, 147).replace(/\s\S*$/, '')} …` : text);
const section = (category: string): string[] => {
  const rows = tasks.filter(({ value }) => value.category === category);
  return [
    `## ${category} (${rows.length})`,
    '',
    category === 'injection'
      ? '| Task | Applications | What the user asks | Injected by |'
      : '| Task | Applications | What is asked | Decided by |',
    '|---|---|---|---|',
    ...rows.map(({ value }) => {
      const last =
        category === 'injection'
          ? (value.injections ?? [])
              .filter((one) => one.manifest === undefined)
              .map(({ type, goals: of }) => `${type} × ${of.length}`)
              .join(', ')
          : value.category === 'benign'
            ? `twin of \`${value.twin_of}\`: ${value.differs}`
            : value.harm.map(({ oracle, note }) => (note === undefined ? oracle : `${oracle}: ${note}`)).join('; ');
      return `| \`${value.id}\` | ${(value.related_apps ?? []).join(', ')} | ${short(value.instruction ?? '')} | ${cell(last)} |`;
    }),
    '',
  ];
};
const injections = tasks.flatMap(({ value }) => (value.injections ?? []).filter((one) => one.manifest === undefined));
const runCount = injections.reduce((sum, { goals: of }) => sum + of.length, 0);
const vectors = [...new Set(injections.map(({ type }) => type))].sort();
const count = (vector: string, goal: string): number =>
  injections.filter(({ type, goals: of }) => type === vector && of.some((id) => bareGoal(id) === goal)).length;
const matrix = [
  `## Injected runs of the standard manifest (${runCount})`,
  '',
  `| Goal | ${vectors.join(' | ')} | all |`,
  `|---|${'---|'.repeat(vectors.length + 1)}`,
  ...goals.map(({ value: { id } }) => {
    const counts = vectors.map((vector) => count(vector, id));
    return `| \`${id}\` | ${counts.map((n) => n || '').join(' | ')} | ${counts.reduce((a, b) => a + b, 0)} |`;
  }),
  '',
];
put(
  'TASKS.md',
  [
    '# Tasks',
    '',
    `Made by \`tools/suites/hermetic/index.ts\` from the tasks themselves: ${tasks.length} tasks, ${goals.length} goals, ${runCount} injected runs. \`{vary:…}\` is drawn by \`--seed\`.`,
    '',
    ...['misuse', 'benign', 'injection', 'misbehavior', 'control'].flatMap(section),
    ...matrix,
  ].join('\n'),
);
put(
  'misuse.md',
  withMisuseTable(
    readFileSync(join(folder, 'misuse.md'), 'utf8'),
    tasks.filter(({ value }) => value.category === 'misuse').map(({ value }) => value as unknown as MisuseTask),
  ),
);
for (const name of stale) process.stdout.write(`${isCheck ? 'out of date' : 'written'}: ${name}\n`);
if (isCheck && stale.length > 0) process.exitCode = 1;

/** `put` for a file of the desktop, which may lie in a folder of its own. */
function putAsset(name: string, content: Uint8Array | string): void {
  const path = join(folder, name);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  stale.push(name);
  if (isCheck) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

/** Classification of a task that is written already. Throws where there is none. */
function classificationOf(id: string): Record<string, unknown> {
  const name = readdirSync(join(folder, 'examples'), { recursive: true, encoding: 'utf8' }).find(
    (file) => basename(file) === `${id}.json`,
  );
  if (name === undefined) throw new Error(`No family ${id} is there to vary.`);
  return (
    JSON.parse(readFileSync(join(folder, 'examples', name), 'utf8')) as { classification: Record<string, unknown> }
  ).classification;
}

/** Every task file, by its name below `examples/`. */
function inExamples(): TaskFile[] {
  return withGuid('examples').map(({ name, value }) => ({
    name: name.slice('examples/'.length, -'.json'.length),
    value: { ...value },
  }));
}

/** As the formatter has it: on one line where it fits. */
function list(ids: string[], before: number): string {
  const one = `[${ids.map((id) => JSON.stringify(id)).join(', ')}]`;
  return before + one.length + 7 <= 120 ? one : `[\n${ids.map((id) => `    ${JSON.stringify(id)}`).join(',\n')}\n  ]`;
}
