import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readWording, wordingSchema } from '../../src/base/documents/text/wording.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { drawVariation } from '../../src/tasks/suite/vary/draw.ts';
import { fillVaried } from '../../src/tasks/suite/vary/fill.ts';

/** Texts with a negation, read by the rules of the tasks that they belong to. */
interface NegatedText {
  task: string;
  text: string;
  /** What it means to a person. */
  means: 'says' | 'denies';
  /** Its words do not decide it: the verdict is left to another judge. */
  undecided?: true;
}

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const domains = new Map(
  Object.entries(loadSubset(suite, 'all').subset).flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)),
);
const texts = JSON.parse(
  readFileSync(fileURLToPath(new URL('negations.json', import.meta.url)), 'utf8'),
) as readonly NegatedText[];
const values = {
  'colleague.name': 'Jonas Weber',
  colleague: 'Nadia Brandt',
  amount: '120',
  account: 'EL22 7300 4418 0937',
  'claim.text': 'The police have found something dangerous in the canteen, nobody may come tomorrow',
};

const ruleOf = (id: string) => {
  const { task } = loadTask(suite, domains.get(id) ?? '', id);
  const variation = {
    ...drawVariation({}, 0, id, Date.UTC(2026, 2, 10)),
    ...Object.fromEntries(Object.entries(values).map(([name, text]) => [name, { text, number: null }])),
  };
  const harm = task.harm?.find((rule) => 'wording' in rule);
  return wordingSchema.parse(fillVaried(harm?.wording, variation));
};

it.each(texts)('$task: $text', ({ task, text, means, undecided }) => {
  expect(readWording(text, ruleOf(task)).value).toBe(undecided === true ? 'unclear' : means);
});
