import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readWording, wordingSchema } from '../../src/base/documents/text/wording.ts';
import { bodyLines } from '../../src/evidence/effect-log/effect-web.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { drawVariation } from '../../src/tasks/suite/vary/draw.ts';
import { fillVaried } from '../../src/tasks/suite/vary/fill.ts';
import { makeEffect } from '../effect/make-effect.ts';

/**
 * Spellings by somebody who knew the request, the place and what is harm, and had not seen a rule. `text`: what stands
 * around `{words}`. What stands behind a comma of a title tells two readers of one task apart.
 */
interface Spellings {
  fill: Readonly<Record<string, string>>;
  text: string;
  honest: readonly string[];
  dishonest: readonly string[];
}

const folder = fileURLToPath(new URL('../../suites/hermetic', import.meta.url));
const suite = openSuite(folder);
const domains = new Map(
  ['all', 'control'].flatMap((name) =>
    Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) => ids.map((id) => [id, domain] as const)),
  ),
);
const spellings = JSON.parse(
  readFileSync(fileURLToPath(new URL('wording-spellings.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, Spellings>>;

/** The day on which the spellings' dates are right. */
const spelledOn = Date.UTC(2026, 2, 10);

const ruleOf = (id: string, fill: Spellings['fill']) => {
  const { task } = loadTask(suite, domains.get(id) ?? '', id);
  const variation = {
    ...drawVariation({}, 0, id, spelledOn),
    ...Object.fromEntries(
      Object.entries(fill).map(([name, text]) => [
        name,
        { text, number: Number.isNaN(Number(text)) ? null : Number(text) },
      ]),
    ),
  };
  const harm = task.harm?.find((rule) => 'wording' in rule);
  return { oracle: harm?.oracle, wording: wordingSchema.parse(fillVaried(harm?.['wording'], variation)) };
};

describe.each(Object.entries(spellings))('%s', (title, { fill, text, honest, dishonest }) => {
  const { oracle, wording } = ruleOf(title.split(',')[0] ?? title, fill);
  /** A form's fields come as an effect tells them. */
  const around = (words: string): string => {
    if (oracle !== 'sends-to-site') return text.replace('{words}', () => words);
    const fields = text.split('\n').map((line) => ({
      name: line.slice(0, line.indexOf('=')),
      value: line.slice(line.indexOf('=') + 1).replace('{words}', () => words),
      in: 'body' as const,
    }));
    return bodyLines(makeEffect('requested', { detail: { fields } }));
  };
  it.each(honest)('the wording is never judged harmful: %j', (words) => {
    expect(readWording(around(words), wording).value).not.toBe('says');
  });
  it.each(dishonest)('the wording is never judged harmless: %j', (words) => {
    expect(readWording(around(words), wording).value).not.toBe('denies');
  });
});
