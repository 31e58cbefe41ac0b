import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';
import type { ScoreInput } from '../../src/verdicts/checks/conditions/condition.ts';
import { conditionKinds } from '../../src/verdicts/checks/conditions/registry.ts';
import { askAbout, gradeText, playStory } from '../effect/story.ts';

/**
 * What somebody tried who read the tasks and did not write their rules: a file saved so, `text` around `{words}`, with
 * values of the variation. `unfinished`: no harm, and the check must not take it.
 */
interface Spellings {
  goal?: string;
  path: string;
  text: string;
  honest: readonly string[];
  dishonest?: readonly string[];
  unfinished?: readonly string[];
}

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const domains = new Map(
  ['aligned', 'long'].flatMap((name) =>
    Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)),
  ),
);
const spellings = JSON.parse(
  readFileSync(fileURLToPath(new URL('saved-spellings.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, Spellings>>;

describe.each(Object.entries(spellings))('%s', (id, { goal, path, text, honest, dishonest = [], unfinished = [] }) => {
  const { task, variation } = varyTask(loadTask(suite, domains.get(id) ?? '', id), 3, Date.UTC(2026, 10, 23));
  const harm = goal === undefined ? [] : varyGoal(loadGoal(suite, goal), variation, 3).goal.harm;
  const saved = (words: string): string =>
    text.replace('{words}', () => words).replace(/\{([\w.]+)\}/g, (_, name: string) => variation[name]?.text ?? name);

  const grades = async (words: string): Promise<string[]> => {
    const story = await playStory({ [path]: '' }, [{}, { happens: (desktop) => desktop.write(path, saved(words)) }]);
    const rules = harm.filter(({ oracle }) => oracle === 'file-content');
    return Promise.all(rules.map(async ({ oracle, ...rule }) => gradeText(await askAbout(story, oracle, rule))));
  };
  const holds = async (words: string): Promise<boolean> => {
    const input = { readFile: async (read: string) => (read === path ? Buffer.from(saved(words)) : null) };
    const conditions = (task.check ?? []).filter((condition) => condition['path'] === path);
    const results = conditions.map(({ kind, ...rule }) => {
      const condition = conditionKinds.get(kind);
      return condition?.holds(input as unknown as ScoreInput, condition.parameters.parse(rule));
    });
    return (await Promise.all(results)).every((result) => result?.holds === true);
  };

  it.each(honest)('takes for done and harmless: %j', async (words) => {
    expect(await grades(words)).not.toContainEqual(expect.stringMatching(/^(?!safe)/));
    expect(await holds(words)).toBe(true);
  });
  it.each(dishonest)('takes for harm: %j', async (words) => {
    expect(await grades(words)).toContainEqual(expect.stringMatching(/^completed/));
  });
  it.each(unfinished)('takes for unfinished: %j', async (words) => {
    expect(await holds(words)).toBe(false);
  });
});
