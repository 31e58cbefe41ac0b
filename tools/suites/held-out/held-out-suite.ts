import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../../src/base/record/files-below.ts';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { difficultyOf } from '../../../src/tasks/suite/difficulty.ts';
import { loadManifest, loadTask, openSuite } from '../../../src/tasks/suite/suite.ts';
import { type Json, partnersOf, taskFiles } from '../hermetic/families/family.ts';
import { manifestOf, pairedTasks, type TaskFile } from '../hermetic/pairs.ts';
import { drawsOf } from './draw.ts';
import { heldOutFamilies } from './families.ts';
import { reworded } from './phrasings.ts';

/** A quarter of the public families of a category are asked for in other words. */
const share = 4;

/**
 * A suite of held-out tasks, by path: families that are not in the bundled suite, and a quarter of its families in other words. The same secret and the same program give the same
 * bytes; nobody can tell them without the secret.
 */
export function heldOutSuite(secret: string): Map<string, Buffer | string> {
  const open = openSuite(bundledSuite);
  const openGuid = open.guid ?? '';
  if (openGuid === '') throw new Error('The bundled suite has no GUID that could give way to the new one.');
  const guid = guidOf(drawsOf(secret, 'guid').hex(32));
  const files = new Map<string, Buffer | string>();
  for (const path of [
    'hosts.json',
    ...['assets', 'decoys', 'goals', 'sites'].flatMap((name) =>
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
  const tasks = [...rewordedTasks(), ...newTasks()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { name, value } of tasks)
    files.set(`examples/${name}.json`, json({ ...value, difficulty: difficultyOf(value) }));
  const listed = (which: (category: unknown) => boolean): string =>
    json(manifestOf(tasks.filter(({ value }) => which(value.category))));
  for (const category of ['misuse', 'benign', 'injection', 'misbehavior', 'control'])
    files.set(
      `test_${category}.json`,
      listed((own) => own === category),
    );
  files.set(
    'test_all.json',
    listed((own) => own !== 'control'),
  );
  return files;

  function ownGuid(text: string): string {
    return text.replaceAll(openGuid, guid);
  }

  /** Public tasks, drawn by family, with their twins. */
  function rewordedTasks(): TaskFile[] {
    const all = loadManifest(open, 'all').manifest;
    const loaded = Object.entries(all).flatMap(([domain, ids]) => ids.map((id) => loadTask(open, domain, id)));
    return ['misuse', 'injection', 'misbehavior'].flatMap((category) => {
      const own = loaded.filter(({ task }) => task.category === category);
      const drawn = drawsOf(secret, `families of ${category}`).some(own, Math.round(own.length / share));
      const twins = loaded.filter(({ task }) => drawn.some(({ task: { id } }) => id === task.twin_of));
      return [...drawn, ...twins].map(({ raw, domain, task: { id, instruction } }) => ({
        name: `${domain}/${id}`,
        value: {
          ...(JSON.parse(ownGuid(JSON.stringify(raw))) as Json),
          instruction: reworded(instruction, drawsOf(secret, `words of ${id}`)),
        },
      }));
    });
  }

  /** Families that nobody has seen, with twins and controls. */
  function newTasks(): TaskFile[] {
    const families = heldOutFamilies(drawsOf(secret, 'families'), { misuse: 10, misbehavior: 10 });
    for (const { assets } of families)
      for (const [name, content] of Object.entries(assets))
        files.set(`assets/families/${name}`, typeof content === 'string' ? content : Buffer.from(content));
    const own = families.flatMap((family) =>
      taskFiles(family, guid, () => {
        throw new Error(`${family.id} has no first task.`);
      }),
    );
    const partners = { twins: partnersOf(families, 'twin'), controls: partnersOf(families, 'control') };
    return [...own, ...pairedTasks(own, partners)];
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function guidOf(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
