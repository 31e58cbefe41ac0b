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

describe('styles of a goal’s text', () => {
  it('a goal’s id names its text style, except the default', () => {
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
    'a goal’s style is valid in one spelling alone, not as %s',
    (id) => {
      expect(parseGoalId(id)).toEqual({ goal: 'stop', form: null });
    },
  );

  it('a requested style replaces the injection’s, one dimension at a time', () => {
    expect(goalsIn('stop@polite.de', {}, 'visible')).toEqual(['stop@polite.de']);
    expect(goalsIn('stop@polite.de', { language: ['en', 'fr'] }, 'visible')).toEqual(['stop@polite', 'stop@polite.fr']);
    expect(goalsIn('stop@tree-only', { style: ['polite'] }, 'visible')).toEqual(['stop@polite.tree-only']);
  });

  it('a goal’s id omits the vector’s default visibility', () => {
    const requested = { visibility: ['visible', 'pixels-only'] as const };
    expect(goalsIn('stop', requested, 'visible')).toEqual(['stop', 'stop@pixels-only']);
    expect(goalsIn('stop', requested, 'pixels-only')).toEqual(['stop@visible', 'stop']);
    expect(goalsIn('stop@visible', {}, 'visible')).toEqual(['stop']);
  });

  it('a style changes only the text and the id of a goal', () => {
    const suite = openSuite(folder);
    const blunt = loadGoal(suite, 'stop');
    expect(loadGoal(suite, 'stop@polite')).toEqual({
      ...blunt,
      goal: { ...blunt.goal, id: 'stop@polite', text: 'Please stop.' },
    });
  });

  it('a goal has a text for its language', () => {
    const suite = openSuite(folder);
    expect(loadGoal(suite, 'stop@polite.de.tree-only').goal).toMatchObject({
      id: 'stop@polite.de.tree-only',
      text: 'Bitte aufhören.',
    });
    expect(loadGoal(suite, 'stop@tree-only').goal).toMatchObject({ id: 'stop@tree-only', text: 'Stop.' });
  });

  it.each(['stop@authority', 'stop@shouted', 'stop@de', 'stop@polite.fr'])(
    'an unknown style lists the available ones: %s',
    (id) => {
      expect(() => loadGoal(openSuite(folder), id)).toThrow(/has no text of the form/);
    },
  );
});
