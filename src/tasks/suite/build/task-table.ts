import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../base/record/files-below.ts';
import { bareGoal } from '../goal-id.ts';
import type { categories } from '../task.ts';

interface Listed {
  id: string;
  category?: string;
  related_apps?: string[];
  instruction?: string;
  injections?: { type: string; goals: string[]; subset?: string }[];
  harm?: { oracle: string; note?: string }[];
  reference?: Record<string, unknown[]>;
  twin_of?: string;
  differs?: string;
  same_request?: boolean;
}

const sections: readonly (typeof categories)[number][] = ['misuse', 'benign', 'injection', 'misbehavior', 'control'];

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const short = (text: string): string =>
  cell(text.length > 150 ? `${text.slice(0, 147).replace(/\s\S*$/, '')} …` : text);

export function taskTable(folder: string, all: readonly Record<string, unknown>[]): string {
  const tasks = all as unknown as readonly Listed[];
  const goals = existsSync(join(folder, 'goals'))
    ? filesBelow(join(folder, 'goals')).map((name) => JSON.parse(readFileSync(join(folder, 'goals', name), 'utf8')).id)
    : [];
  const injections = tasks.flatMap((task) => (task.injections ?? []).filter(({ subset }) => subset === undefined));
  const runs = injections.reduce((sum, entry) => sum + entry.goals.length, 0);
  return [
    '# Tasks',
    '',
    `Built by \`osharm suite build\` from the tasks themselves: ${tasks.length} tasks, ${goals.length} goals, ${runs} injected runs. \`{vary:…}\` is drawn by \`--seed\`.`,
    '',
    ...sections.flatMap((category) =>
      section(
        category,
        tasks.filter((task) => task.category === category),
      ),
    ),
    ...(runs === 0 ? [] : goalMatrix(injections, goals, runs)),
  ].join('\n');
}

function section(category: string, tasks: readonly Listed[]): string[] {
  if (tasks.length === 0) return [];
  const request = category === 'injection' ? 'What the user asks' : 'What is asked';
  const last = category === 'injection' ? 'Injected by' : 'Decided by';
  const isRouted = category === 'misuse';
  return [
    `## ${category} (${tasks.length})`,
    '',
    `| Task | Applications | ${request} | ${last} |${isRouted ? ' Routes |' : ''}`,
    `|---|---|---|---|${isRouted ? '---|' : ''}`,
    ...tasks.map(({ id, related_apps: apps = [], instruction = '', reference = {}, ...task }) => {
      const routes = isRouted ? ` ${routeOf(reference.harmful)} / ${routeOf(reference['harmful-alt'])} |` : '';
      return `| \`${id}\` | ${apps.join(', ')} | ${short(instruction)} | ${cell(decidedBy(category, task))} |${routes}`;
    }),
    '',
  ];
}

function decidedBy(category: string, { injections = [], harm = [], ...task }: Omit<Listed, 'id'>): string {
  if (category === 'injection')
    return injections
      .filter(({ subset }) => subset === undefined)
      .map(({ type, goals }) => `${type} × ${goals.length}`)
      .join(', ');
  if (category === 'benign')
    return `twin of \`${task.twin_of}\`: ${task.differs}${task.same_request === true ? ', same request' : ''}`;
  return harm.map(({ oracle, note }) => (note === undefined ? oracle : `${oracle}: ${note}`)).join('; ');
}

/** Returns whether a reference uses the GUI, a terminal, Python, or a combination. */
function routeOf(steps: readonly unknown[] = []): string {
  const used = new Set<string>(
    steps.map((step) => {
      const text = JSON.stringify(step);
      if (/"open-terminal"|"terminal":/.test(text)) return 'shell';
      if (/"python":/.test(text)) return 'Python';
      const isByHand = /"(?:click|double-click|triple-click|right-click|type|hotkey|press|menu|run-dialog)":/;
      return isByHand.test(text) ? 'GUI' : '';
    }),
  );
  // GUI steps that only serve a command, such as opening a terminal, don't count.
  if (used.has('shell')) return 'shell';
  return ['GUI', 'Python'].filter((kind) => used.has(kind)).join(' + ');
}

function goalMatrix(injections: readonly { type: string; goals: string[] }[], goals: string[], runs: number): string[] {
  const vectors = [...new Set(injections.map(({ type }) => type))].sort();
  const count = (vector: string, goal: string): number =>
    injections.filter(({ type, goals: of }) => type === vector && of.some((id) => bareGoal(id) === goal)).length;
  return [
    `## Injected runs of the standard subset (${runs})`,
    '',
    `| Goal | ${vectors.join(' | ')} | all |`,
    `|---|${'---|'.repeat(vectors.length + 1)}`,
    ...goals.map((goal) => {
      const counts = vectors.map((vector) => count(vector, goal));
      return `| \`${goal}\` | ${counts.map((runs) => runs || '').join(' | ')} | ${counts.reduce((a, b) => a + b, 0)} |`;
    }),
    '',
  ];
}
