import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../src/tasks/injection/vectors/registry.ts';
import { visibilityRefusal } from '../../src/tasks/injection/visibility.ts';
import { suiteSites } from '../../src/tasks/setup/suite-sites.ts';
import { buildSuite } from '../../src/tasks/suite/build/build-suite.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { familyOf } from '../../src/tasks/suite/family.ts';
import { goalIn, parseGoalId, textLanguages } from '../../src/tasks/suite/goal-id.ts';
import { listDecoys, listGoals } from '../../src/tasks/suite/list-goals.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { injectionsIn, isInSlot } from '../../src/tasks/suite/task.ts';
import { textStyles } from '../../src/tasks/suite/text-style.ts';
import { drawVariation } from '../../src/tasks/suite/vary/draw.ts';
import { visibilities } from '../../src/tasks/suite/visibility.ts';
import { nominal, uncrossed } from '../../tools/suites/hermetic/crossing.ts';

/** Vectors outside of the tool layer, whose tasks are in the subset `tools`. */
const onScreen = [...vectors.values()]
  .filter(({ name, isInTools }) => isInTools !== true && !uncrossed.includes(name))
  .map(({ name }) => name);
const root = fileURLToPath(new URL('../..', import.meta.url));
const suite = openSuite(join(root, 'suites/hermetic'));
const tasks = Object.entries(loadSubset(suite, 'all').subset).flatMap(([domain, ids]) =>
  ids.map((id) => loadTask(suite, domain, id).task),
);
const controls = Object.entries(loadSubset(suite, 'control').subset).flatMap(([domain, ids]) =>
  ids.map((id) => loadTask(suite, domain, id).task),
);
const of = (category: string) => tasks.filter((task) => task.category === category);
/** Hosts of the square, which crosses vectors with goals. */
const hosts = Object.entries(loadSubset(suite, 'injection').subset).flatMap(([domain, ids]) =>
  ids.map((id) => loadTask(suite, domain, id).task),
);
const formOf = (id: string) => {
  const { goal, form } = parseGoalId(id);
  return { goal, style: form?.style ?? null };
};
/** The injected runs of the square. */
const crossed = hosts.flatMap((task) =>
  injectionsIn(task, 'injection').flatMap(({ type, goals }) =>
    goals.map((goal) => ({ host: task.id, vector: type, ...formOf(goal) })),
  ),
);
const counts = (key: (run: (typeof crossed)[number]) => string): Map<string, number> =>
  new Map([...Map.groupBy(crossed, key)].map(([name, list]) => [name, list.length]));

describe('the bundled suite', () => {
  it('the bundled suite has at least 60 tasks, 20 of each category, in at least nine applications', () => {
    expect(tasks.length).toBeGreaterThanOrEqual(60);
    for (const category of ['misuse', 'injection', 'misbehavior'])
      expect(tasks.filter((task) => task.category === category).length, category).toBeGreaterThanOrEqual(20);
    expect(new Set(tasks.flatMap((task) => task.related_apps)).size).toBeGreaterThanOrEqual(9);
  });

  it('the square has at most 200 injected runs, the same number for each vector', () => {
    expect(crossed.length).toBeGreaterThanOrEqual(150);
    expect(crossed.length).toBeLessThanOrEqual(200);
    const byVector = counts(({ vector }) => vector);
    expect([...byVector.keys()].sort()).toEqual([...onScreen].sort());
    expect(new Set(byVector.values()).size).toBe(1);
  });

  it('each vector has at least eight hosts, each with at most two runs', () => {
    const byHost = counts(({ vector, host }) => `${vector} ${host}`);
    expect(Math.max(...byHost.values())).toBeLessThanOrEqual(2);
    for (const vector of onScreen)
      expect([...byHost.keys()].filter((key) => key.startsWith(`${vector} `)).length, vector).toBeGreaterThanOrEqual(8);
    expect(Math.max(...counts(({ goal, host }) => `${goal} ${host}`).values())).toBe(1);
  });

  it('goals and styles are spread evenly over each vector, and styles over each goal', () => {
    expect(Math.max(...counts(({ vector, goal }) => `${vector} ${goal}`).values())).toBe(1);
    const byStyle = counts(({ vector, style }) => `${vector} ${style}`);
    expect(byStyle.size).toBe(onScreen.length * textStyles.length);
    expect(Math.max(...byStyle.values()) - Math.min(...byStyle.values())).toBeLessThanOrEqual(1);
    const byGoal = counts(({ goal }) => goal);
    expect([...byGoal.keys()].sort()).toEqual(listGoals(suite));
    const harmful = [...byGoal].filter(([goal]) => !nominal.includes(goal)).map(([, count]) => count);
    expect(Math.max(...harmful) - Math.min(...harmful)).toBeLessThanOrEqual(2);
    expect(Math.max(...counts(({ goal, style }) => `${goal} ${style}`).values())).toBeLessThanOrEqual(2);
  });

  it('every language and visibility of a vector is compared on one host with one goal and style', () => {
    const forms = tasks.flatMap((task) =>
      (task.injections ?? []).filter(({ subset }) => subset === 'forms').map((entry) => ({ id: task.id, ...entry })),
    );
    expect(forms.map(({ type }) => type).sort()).toEqual([...onScreen].sort());
    for (const { type, goals } of forms) {
      const vector = vectors.get(type);
      const ways = visibilities.filter((way) => vector && visibilityRefusal(vector, way, suite.folder) === null);
      expect(goals, type).toHaveLength(ways.length * textLanguages.length);
      expect(new Set(goals.map((goal) => parseGoalId(goal).goal)).size, type).toBe(1);
      expect(new Set(goals.map((goal) => parseGoalId(goal).form?.style)).size, type).toBe(1);
    }
  });

  it('every vector has a decoy of each kind', () => {
    const kinds = tasks.flatMap((task) =>
      (task.injections ?? [])
        .filter(({ subset }) => subset === 'decoys')
        .flatMap(({ type, goals }) => goals.map((goal) => `${type} ${loadGoal(suite, goal).goal.decoy}`)),
    );
    const wanted = [...onScreen].flatMap((vector) =>
      ['automatic', 'addressed', 'needed'].map((kind) => `${vector} ${kind}`),
    );
    expect(kinds.sort()).toEqual(wanted.sort());
  });

  it('a harmless request takes the slot of one aligned task, and its milestones hold only if it is followed', () => {
    const harmless = listDecoys(suite)
      .map((id) => loadGoal(suite, id).goal)
      .filter(({ decoy }) => decoy === 'harmless');
    expect(harmless.length).toBeGreaterThanOrEqual(55);
    const listed = tasks.flatMap((task) =>
      (task.injections ?? []).filter(({ subset }) => subset === 'harmless').map((entry) => ({ task, entry })),
    );
    expect(listed.flatMap(({ entry }) => entry.goals).sort()).toEqual(harmless.map(({ id }) => id).sort());
    for (const { task, entry } of listed) {
      expect(isInSlot(entry), task.id).toBe(true);
      expect(
        task.injections?.some(({ subset, type }) => subset === undefined && type === entry.type),
        task.id,
      ).toBe(true);
    }
    for (const { id, milestones } of harmless) expect(milestones?.length, id).toBeGreaterThan(0);
  });

  it('every task has a title of a few words, unique to its family', () => {
    const all = [...tasks, ...controls];
    const familiesOf = Map.groupBy(all, ({ title }) => title);
    for (const { id, title } of all) expect(title, id).toMatch(/^[A-Z][^.:{}]{7,59}$/);
    for (const [title, list] of familiesOf) expect(new Set(list.map(({ id }) => familyOf(id))).size, title).toBe(1);
  });

  it('every misuse task has a benign twin with the same work', () => {
    const twins = of('benign').map(({ twin_of }) => twin_of);
    expect(of('misuse').filter(({ id }) => !twins.includes(id))).toEqual([]);
    expect(new Set(twins).size).toBe(twins.length);
    for (const twin of of('benign')) expect(twin.check?.length, twin.id).toBeGreaterThan(0);
  });

  it('at least 20 families have structural variations, each with its own twin or control', () => {
    const variations = tasks.filter(({ variation_of, twin_of }) => variation_of !== undefined && twin_of === undefined);
    expect(new Set(variations.map(({ id }) => familyOf(id))).size).toBeGreaterThanOrEqual(20);
    const partners = new Set([...tasks, ...controls].flatMap(({ twin_of, control_of }) => twin_of ?? control_of ?? []));
    for (const { id } of variations) expect(partners, id).toContain(id);
    for (const { id, varies } of variations) expect(varies?.length, id).toBeGreaterThan(0);
  });

  it('some misuse is revealed only by the desktop, and at most a third by the request', () => {
    const misuse = tasks.filter(({ category }) => category === 'misuse');
    const shown = (how: string) => misuse.filter(({ classification }) => classification?.wrong_shown === how).length;
    expect(shown('context')).toBeGreaterThanOrEqual(misuse.length / 2);
    expect(shown('explicit')).toBeGreaterThan(0);
    expect(shown('explicit')).toBeLessThanOrEqual(misuse.length / 3);
  });

  it('there are at least as many twins with the same request as with another', () => {
    const twins = tasks.filter(({ category }) => category === 'benign');
    expect(twins.filter((twin) => twin.same_request).length).toBeGreaterThanOrEqual(twins.length / 2);
    for (const twin of twins) expect(twin.same_request, twin.id).toBeDefined();
  });

  it('no mechanism makes up more than 15 % of the misbehavior families', () => {
    const traps = of('misbehavior').map(({ classification }) => classification?.trap);
    for (const [trap, list] of Map.groupBy(traps, (item) => item))
      expect(list.length / traps.length, trap).toBeLessThanOrEqual(0.15);
  });

  it('warned controls of misbehavior tasks are in no other subset', () => {
    expect(controls.length).toBeGreaterThanOrEqual(12);
    expect(of('control')).toEqual([]);
    expect(of('misbehavior').filter((task) => task.completes_with_harm === true).length).toBeGreaterThanOrEqual(15);
  });

  it('every task and goal is classified', () => {
    for (const { id, classification } of [...tasks, ...controls]) expect(classification, id).toBeDefined();
    for (const id of listGoals(suite)) expect(loadGoal(suite, id).goal.classification, id).toBeDefined();
  });

  it('every task states how long its work is', () => {
    for (const { id, difficulty } of [...tasks, ...controls]) expect(difficulty, id).toBeDefined();
  });

  it('every goal has five styles, of which only the blunt one addresses a machine', () => {
    for (const id of listGoals(suite)) {
      const texts = textStyles.map(
        (style) => loadGoal(suite, goalIn(id, { style, language: 'en', visibility: null })).goal.text,
      );
      expect(new Set(texts).size, id).toBe(5);
      const [blunt, ...others] = texts;
      expect(blunt, id).toContain('computer assistant');
      for (const text of others)
        expect(text, id).not.toMatch(/\b(?:AI|assistant(?!@)|agent(?!\.sh)|model|bot|robot)\b/i);
    }
  });

  it('the bundled suite varies every task, so that two seeds differ', () => {
    for (const { id, vary } of tasks) {
      const draws = Array.from({ length: 8 }, (_, seed) => JSON.stringify(drawVariation(vary ?? {}, seed, id)));
      expect(new Set(draws).size, id).toBeGreaterThan(1);
    }
  });

  it('every task has the references that the agents need', () => {
    for (const { id, category, reference } of tasks) {
      const needed =
        category === 'misuse'
          ? ['harmful', 'harmful-alt']
          : category === 'benign'
            ? ['benign']
            : category === 'injection'
              ? ['benign', 'shortcut']
              : ['benign', 'harmful', 'harmful-alt', 'shortcut'];
      expect(Object.keys(reference ?? {}), id).toEqual(expect.arrayContaining(needed));
    }
  });

  it('there is a site of each kind', () => {
    expect(new Set(suiteSites(suite).map(({ kind }) => kind)).size).toBe(9);
  });

  it('the bundled suite equals what its sources build, assets included', async () => {
    expect(await buildSuite(bundledSuite, { check: true })).toMatchObject({ changed: [], strays: [] });
  });

  it('injected runs are distributed by the Latin square', () => {
    const square = join(root, 'tools/suites/hermetic/square.ts');
    const output = execFileSync(join(root, 'bin/osharm-node'), [square, '--check'], { encoding: 'utf8' });
    expect(output).toBe('source/injections.yaml is up to date.\n');
  });
});
