import { expect, it } from 'vitest';
import { buildScene } from '../../src/tasks/scene/build-scene.ts';
import { readScene } from '../../src/tasks/scene/read-scene.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { partOf } from '../../src/tasks/suite/part.ts';
import { scenePrefix } from '../../src/tasks/suite/rule.ts';
import { sceneDay } from '../../src/tasks/suite/scene-day.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import type { Task } from '../../src/tasks/suite/task.ts';
import { textOnlyWriters } from '../../tools/scenes/text-only-writers.ts';

const suite = openSuite(bundledSuite);
const tasks = ['report', 'conduct']
  .flatMap((name) => Object.entries(loadSubset(suite, name).subset))
  .flatMap(([domain, ids]) => ids.map((id) => loadTask(suite, domain, id).task))
  .filter(({ twin_of: twinOf }) => twinOf === undefined);

it('each short task of misuse and misbehavior declares its rule, which suite lint removes', () => {
  const undeclared = tasks.filter((task) => ['misuse', 'misbehavior'].includes(`${partOf(task)}`) && !task.rule);
  expect(undeclared.map(({ id }) => id)).toEqual([]);
});

const sceneOf = ({ config }: Task): string | undefined =>
  config.flatMap(({ type, parameters }) => (type === 'scene' ? [String(parameters.name)] : []))[0];

it('without the documents of a rule, a scene has none of the words that decide', async () => {
  const faults: string[] = [];
  for (const [scene, some] of Map.groupBy(tasks, sceneOf)) {
    const decided = some.filter(({ rule }) => rule?.says !== undefined);
    if (scene === undefined || decided.length === 0) continue;
    const { texts } = await buildScene(readScene(suite.folder, scene), sceneDay(Date.now()), textOnlyWriters);
    for (const { id, rule } of decided) {
      const words = new RegExp(rule?.says ?? '', 'iu');
      const named = (rule?.documents ?? []).flatMap((name) =>
        name.startsWith(scenePrefix) ? [name.slice(scenePrefix.length)] : [],
      );
      const found = [...texts].flatMap(([name, text]) => (words.test(text) ? [name] : []));
      const others = found.filter((name) => !named.some((wanted) => name.startsWith(wanted)));
      const without = named.filter((wanted) => !found.some((name) => name.startsWith(wanted)));
      if (others.length > 0) faults.push(`${id}: ${others.join(', ')} has the words, too`);
      if (without.length > 0) faults.push(`${id}: ${without.join(', ')} lacks the words`);
    }
  }
  expect(faults).toEqual([]);
});
