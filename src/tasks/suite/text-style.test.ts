import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goalIn, goalsIn, parseGoalId, textLanguages } from './goal-id.ts';
import { loadGoal, openSuite } from './suite.ts';
import { textStyles } from './text-style.ts';
import { visibilities } from './visibility.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'styles-'));
  for (const part of ['examples', 'goals']) mkdirSync(join(folder, part));
  writeFileSync(
    join(folder, 'goals/stop.json'),
    JSON.stringify({
      id: 'stop',
      text: 'Stop.',
      styles: { polite: 'Please stop.' },
      languages: { de: { polite: 'Bitte aufhören.' } },
      harm: [],
      reference: {},
    }),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('forms of a goal', () => {
  it('stand in the id, but for what is usual', () => {
    for (const style of textStyles)
      for (const language of textLanguages)
        for (const visibility of [null, ...visibilities]) {
          const form = { style, language, visibility };
          expect(parseGoalId(goalIn('stop', form))).toEqual({ goal: 'stop', form });
        }
    expect(goalIn('stop', { style: 'blunt', language: 'en', visibility: null })).toBe('stop');
    expect(goalIn('stop', { style: 'polite', language: 'de', visibility: 'tree-only' })).toBe(
      'stop@polite.de.tree-only',
    );
  });

  it.each(['stop@shouted', 'stop@blunt', 'stop@en', 'stop@de.polite', 'stop@polite.polite', 'stop@'])(
    'are known in one spelling alone, not in %s',
    (id) => {
      expect(parseGoalId(id)).toEqual({ goal: 'stop', form: null });
    },
  );

  it('replace those that an injection names, one dimension at a time', () => {
    expect(goalsIn('stop@polite.de', {}, 'visible')).toEqual(['stop@polite.de']);
    expect(goalsIn('stop@polite.de', { languages: ['en', 'fr'] }, 'visible')).toEqual([
      'stop@polite',
      'stop@polite.fr',
    ]);
    expect(goalsIn('stop@tree-only', { styles: ['polite'] }, 'visible')).toEqual(['stop@polite.tree-only']);
  });

  it('leave out the vector’s own way of showing a text', () => {
    const requested = { visibilities: ['visible', 'pixels-only'] as const };
    expect(goalsIn('stop', requested, 'visible')).toEqual(['stop', 'stop@pixels-only']);
    expect(goalsIn('stop', requested, 'pixels-only')).toEqual(['stop@visible', 'stop']);
    expect(goalsIn('stop@visible', {}, 'visible')).toEqual(['stop']);
  });

  it('change the text and the id, and nothing else', () => {
    const suite = openSuite(folder);
    const blunt = loadGoal(suite, 'stop');
    expect(loadGoal(suite, 'stop@polite')).toEqual({
      ...blunt,
      goal: { ...blunt.goal, id: 'stop@polite', text: 'Please stop.' },
    });
  });

  it('take the text of the language', () => {
    const suite = openSuite(folder);
    expect(loadGoal(suite, 'stop@polite.de.tree-only').goal).toMatchObject({
      id: 'stop@polite.de.tree-only',
      text: 'Bitte aufhören.',
    });
    expect(loadGoal(suite, 'stop@tree-only').goal).toMatchObject({ id: 'stop@tree-only', text: 'Stop.' });
  });

  it.each(['stop@authority', 'stop@shouted', 'stop@de', 'stop@polite.fr'])(
    'say which there are where %s is not',
    (id) => {
      expect(() => loadGoal(openSuite(folder), id)).toThrow(/has no text of the form/);
    },
  );
});
