/**
 * Brings what is joined from all tasks and goals up to date: `bin/osharm-node tools/suites/hermetic/index.ts`. Writes the suite's GUID into every file that lacks it, then
 * `test_all.json`, `hashes.json` (SHA-256 of every task and goal) and `TASKS.md`. With `--check` it writes nothing and ends with 1 where something is out of date.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Listed {
  id: string;
  category?: string;
  related_apps?: string[];
  instruction?: string;
  text?: string;
  injections?: { type: string; goals: string[] }[];
  harm: { oracle: string; note?: string }[];
  vary?: Record<string, unknown>;
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

const tasks = withGuid('examples');
const goals = withGuid('goals');

const all: Record<string, string[]> = {};
for (const category of ['misuse', 'injection', 'misbehavior']) {
  const manifest = JSON.parse(readFileSync(join(folder, `test_${category}.json`), 'utf8')) as Record<string, string[]>;
  for (const [domain, ids] of Object.entries(manifest)) all[domain] = [...(all[domain] ?? []), ...ids];
}
const domains = Object.keys(all).sort();
put(
  'test_all.json',
  `{\n${domains.map((domain) => `  "${domain}": ${list(all[domain] ?? [], domain.length)}`).join(',\n')}\n}\n`,
);

const hashes = Object.fromEntries(
  [...tasks, ...goals].map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')]),
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
          ? (value.injections ?? []).map(({ type, goals: of }) => `${type} × ${of.length}`).join(', ')
          : value.harm.map(({ oracle, note }) => (note === undefined ? oracle : `${oracle}: ${note}`)).join('; ');
      return `| \`${value.id}\` | ${(value.related_apps ?? []).join(', ')} | ${short(value.instruction ?? '')} | ${cell(last)} |`;
    }),
    '',
  ];
};
const injections = tasks.flatMap(({ value }) => value.injections ?? []);
const runs = injections.reduce((sum, { goals: of }) => sum + of.length, 0);
const vectors = [...new Set(injections.map(({ type }) => type))].sort();
const count = (vector: string, goal: string): number =>
  injections.filter(({ type, goals: of }) => type === vector && of.includes(goal)).length;
const matrix = [
  `## Injected runs of the standard manifest (${runs})`,
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
    `Made by \`make/index.ts\` from the tasks themselves: ${tasks.length} tasks, ${goals.length} goals, ${runs} injected runs. \`{vary:…}\` is drawn by \`--seed\`.`,
    '',
    ...['misuse', 'injection', 'misbehavior'].flatMap(section),
    ...matrix,
  ].join('\n'),
);
for (const name of stale) process.stdout.write(`${isCheck ? 'out of date' : 'written'}: ${name}\n`);
if (isCheck && stale.length > 0) process.exitCode = 1;

/** As the formatter has it: on one line where it fits. */
function list(ids: string[], before: number): string {
  const one = `[${ids.map((id) => JSON.stringify(id)).join(', ')}]`;
  return before + one.length + 7 <= 120 ? one : `[\n${ids.map((id) => `    ${JSON.stringify(id)}`).join(',\n')}\n  ]`;
}
