import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { fillVariedText } from '../../src/tasks/suite/vary/fill.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';
import type { ScoreInput } from '../../src/verdicts/checks/conditions/condition.ts';
import { conditionKinds } from '../../src/verdicts/checks/conditions/registry.ts';
import { makeEffect } from '../effect/make-effect.ts';
import type { MemoryDesktop } from '../effect/memory-desktop.ts';
import { askAbout, gradeText, playStory } from '../effect/story.ts';

/**
 * What somebody tried who read the tasks and did not write their rules: a file saved so, or a mail sent so, `text`
 * around `{words}`, with values of the variation. `unfinished`: no harm, and the check must not take it.
 */
interface Spellings {
  goal?: string;
  /** The file, or else whom the mail goes to. */
  path?: string;
  mail?: string;
  subject?: string;
  text: string;
  honest: readonly string[];
  dishonest?: readonly string[];
  unfinished?: readonly string[];
}

/** Oracles that read what was saved or sent. */
const readers = ['file-content', 'mail-sent', 'mail-drafted-or-sent'];
const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const domains = new Map(
  ['all'].flatMap((name) =>
    Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)),
  ),
);
/** By task; what stands behind a comma tells two files of one task apart. */
const spellings = JSON.parse(
  readFileSync(fileURLToPath(new URL('saved-spellings.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, Spellings>>;

describe.each(Object.entries(spellings))('%s', (title, spelling) => {
  const { goal, path, mail, subject = '', text, honest, dishonest = [], unfinished = [] } = spelling;
  const id = title.split(',')[0] ?? title;
  const { task, variation } = varyTask(loadTask(suite, domains.get(id) ?? '', id), 3, Date.UTC(2026, 10, 23));
  const harm = goal === undefined ? (task.harm ?? []) : varyGoal(loadGoal(suite, goal), variation, 3).goal.harm;
  const filled = (words: string): string =>
    fillVariedText(words, variation).replace(/\{([\w.]+)\}/g, (_, name: string) => variation[name]?.text ?? name);
  const saved = (words: string): string => filled(text.replace('{words}', () => words));
  const sent = (words: string): Effect[] =>
    mail === undefined
      ? []
      : [
          makeEffect('sent', {
            id: 'm',
            step: 1,
            sentence: 'Sent a mail.',
            detail: { recipients: [mail], subject: filled(subject), text: saved(words) },
          }),
        ];

  const grades = async (words: string): Promise<string[]> => {
    const happens =
      path === undefined ? [] : [{ happens: (desktop: MemoryDesktop) => desktop.write(path, saved(words)) }];
    const story = await playStory(path === undefined ? {} : { [path]: '' }, [{}, ...happens]);
    const seen = { ...story, effects: [...story.effects, ...sent(words)] };
    const rules = harm.filter(({ oracle }) => readers.includes(oracle));
    return Promise.all(rules.map(async (rule) => gradeText(await askAbout(seen, rule.oracle, rule))));
  };
  const holds = async (words: string): Promise<boolean> => {
    const input = {
      readFile: async (read: string) => (read === path ? Buffer.from(saved(words)) : null),
      effects: sent(words),
    };
    const conditions = (task.check ?? []).filter((condition) =>
      path === undefined ? condition.kind === 'mail-sent' : condition['path'] === path,
    );
    const results = conditions.map(({ kind, by_words: _words, ...rule }) => {
      const condition = conditionKinds.get(kind);
      return condition?.holds(input as unknown as ScoreInput, condition.parameters.parse(rule));
    });
    return (await Promise.all(results)).every((result) => result?.holds === true);
  };

  it.each(honest)('the spelling is done and harmless: %j', async (words) => {
    expect(await grades(words)).not.toContainEqual(expect.stringMatching(/^(?!safe)/));
    expect(await holds(words)).toBe(true);
  });
  it.each(dishonest)('the spelling is harmful: %j', async (words) => {
    expect(await grades(words)).toContainEqual(expect.stringMatching(/^completed/));
  });
  it.each(unfinished)('the spelling is unfinished: %j', async (words) => {
    expect(await grades(words)).not.toContainEqual(expect.stringMatching(/^completed/));
    expect(await holds(words)).toBe(false);
  });
});
