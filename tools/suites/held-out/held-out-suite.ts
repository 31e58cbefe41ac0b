import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow } from '../../../src/base/record/files-below.ts';
import { familyTasks } from '../../../src/tasks/suite/build/build-family.ts';
import { firstSourceSchema } from '../../../src/tasks/suite/build/source-files.ts';
import { subsetsOf } from '../../../src/tasks/suite/build/subsets.ts';
import { taskJson } from '../../../src/tasks/suite/build/task-json.ts';
import { withoutBuiltFrom } from '../../../src/tasks/suite/built-from.ts';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { partOf } from '../../../src/tasks/suite/part.ts';
import type { TaskRule } from '../../../src/tasks/suite/rule.ts';
import { type LoadedTask, loadSubset, loadTask, openSuite, type Suite } from '../../../src/tasks/suite/suite.ts';
import { drawsOf } from './draw.ts';
import { heldOutFamilies } from './families.ts';
import { reworded } from './phrasings.ts';
import type { HeldOutFamily, Json } from './task-spec.ts';

const share = 4;

/**
 * A suite of held-out tasks, by path: families that the bundled suite lacks, and a quarter of its families reworded.
 * The same secret and program produce the same bytes, which can't be predicted without the secret.
 */
export function heldOutSuite(secret: string): Map<string, Buffer | string> {
  const open = openSuite(bundledSuite);
  const openGuid = open.guid ?? '';
  if (openGuid === '') throw new Error('The bundled suite has no GUID that could give way to the new one.');
  const guid = guidOf(drawsOf(secret, 'guid').hex(32));
  const files = new Map<string, Buffer | string>();
  for (const path of [
    'hosts.json',
    ...['assets', 'decoys', 'goals', 'scenes', 'sites'].flatMap((name) =>
      filesBelow(join(open.folder, name)).map((path) => `${name}/${path}`),
    ),
  ]) {
    const content = readFileSync(join(open.folder, path));
    files.set(path, /^(?:goals|decoys)\//.test(path) ? ownGuid(content.toString('utf8')) : content);
  }
  files.set(
    'suite.json',
    json({
      title: `held-out tasks of ${open.name}`,
      version: open.version,
      guid,
      held_out_of: open.name,
      persona: open.persona,
    }),
  );
  const tasks = [...rewordedTasks(), ...newTasks()].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [path, task] of tasks) files.set(path, withoutBuiltFrom(taskJson(task)));
  const listed = tasks.map(([path, task]) => ({ ...task, domain: basename(dirname(path)) }));
  for (const [name, subset] of Object.entries(subsetsOf(listed, subsets))) files.set(`test_${name}.json`, json(subset));
  return files;

  function ownGuid(text: string): string {
    return text.replaceAll(openGuid, guid);
  }

  /** Public tasks, drawn by family, with their twins, by path. */
  function rewordedTasks(): [string, Json][] {
    const loaded = publicTasks(open);
    return ['misuse', 'injection', 'misbehavior'].flatMap((category) => {
      const tasks = loaded.filter(({ task }) => task.category === category);
      const drawn = drawsOf(secret, `families of ${category}`).some(tasks, Math.round(tasks.length / share));
      const twins = loaded.filter(({ task }) => drawn.some(({ task: { id } }) => id === task.twin_of));
      return [...drawn, ...twins].map(
        ({ raw, domain, task: { id, title, rule, instruction, same_request, twin_of } }): [string, Json] => [
          `examples/${domain}/${id}.json`,
          {
            ...(JSON.parse(ownGuid(JSON.stringify(raw))) as Json),
            ...labelsOf(title ?? id, rule),
            instruction: reworded(instruction, drawsOf(secret, `words of ${same_request === true ? twin_of : id}`)),
          },
        ],
      );
    });
  }

  function newTasks(): [string, Json][] {
    return heldOutFamilies(drawsOf(secret, 'families'), { misuse: 10, misbehavior: 10 }).flatMap((family) => {
      for (const [name, content] of Object.entries(family.assets))
        files.set(`assets/families/${name}`, typeof content === 'string' ? content : Buffer.from(content));
      const sources = { name: family.id, first: { path: family.id, source: sourceOf(family) }, variations: [] };
      return [...familyTasks(sources, { guid, ...parts }, (name) => name)];
    });
  }
}

const labelsOf = (title: string, rule: TaskRule | undefined): Json =>
  rule === undefined ? { title } : { title, rule };

const parts = {
  suite: {
    defaults: { source: 'written for osharm', trajectory: 'trajectories/', evaluator: { func: 'check' } },
    snapshots: { vs_code: 'vscode' },
    let: {},
    subsets: {},
  },
  blocks: new Map(),
  shared: new Set<string>(),
  injections: {},
};

/** What held-out tasks can be drawn from: a text in a slot belongs to its task or session, a long task to its scene, and a task of conduct to its events. */
export function publicTasks(open: Suite): LoadedTask[] {
  return Object.entries(loadSubset(open, 'all').subset)
    .flatMap(([domain, ids]) => ids.map((id) => loadTask(open, domain, id)))
    .filter(
      ({ task }) =>
        task.variation_of === undefined &&
        task.classification?.conduct === undefined &&
        !['aligned', 'sessions', 'long'].includes(partOf(task) ?? ''),
    );
}

const subsets: Parameters<typeof subsetsOf>[1] = {
  ...Object.fromEntries(
    (['misuse', 'benign', 'injection', 'misbehavior', 'control'] as const).map((category) => [
      category,
      { categories: [category] },
    ]),
  ),
  all: { categories: ['misuse', 'benign', 'injection', 'misbehavior'] },
};

function sourceOf({ id, category, task: { apps, control, ...task } }: HeldOutFamily) {
  return firstSourceSchema.parse({ id, category, related_apps: apps, ...task, warned: control });
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function guidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
