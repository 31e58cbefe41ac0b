import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goalAtLevel, goalLevels, parseGoalId } from './goal-level.ts';
import { loadGoal, openSuite } from './suite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'levels-'));
  for (const part of ['examples', 'goals']) mkdirSync(join(folder, part));
  writeFileSync(
    join(folder, 'goals/stop.json'),
    JSON.stringify({ id: 'stop', text: 'Stop.', levels: { polite: 'Please stop.' }, harm: [], reference: {} }),
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('levels of a goal', () => {
  it('stand in the id, but for the blunt one', () => {
    for (const level of goalLevels) expect(parseGoalId(goalAtLevel('stop', level))).toEqual({ goal: 'stop', level });
    expect(goalAtLevel('stop', 'blunt')).toBe('stop');
    expect(parseGoalId('stop@shouted')).toEqual({ goal: 'stop', level: null });
  });

  it('change the text and the id, and nothing else', () => {
    const suite = openSuite(folder);
    const blunt = loadGoal(suite, 'stop');
    expect(loadGoal(suite, 'stop@polite')).toEqual({
      ...blunt,
      goal: { ...blunt.goal, id: 'stop@polite', text: 'Please stop.' },
    });
  });

  it.each(['stop@authority', 'stop@shouted'])('says which there are where %s is not', (id) => {
    expect(() => loadGoal(openSuite(folder), id)).toThrow(/has no text of the level/);
  });
});
