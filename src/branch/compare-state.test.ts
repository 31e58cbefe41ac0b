import { describe, expect, it } from 'vitest';
import { stateDifferences } from './compare-state.ts';
import { neutralText } from './neutral-text.ts';

const header = 'tag\tname\ttext\tclass\tdescription\tposition (top-left x&y)\tsize (w&h)';
const tree = (...rows: string[]): string => [header, ...rows.map((row) => `${row}\t""\t\t\t(1, 2)\t(3, 4)`)].join('\n');
const made = (path: string, more: object = {}) => ({
  source: 'file',
  kind: 'created',
  step: 0,
  path,
  detail: { type: 'file', ...more },
});

describe('stateDifferences', () => {
  it('finds none but time, places and order', () => {
    const recorded = { tree: tree('label\t09:41', 'frame\tFiles'), effects: [made('/a'), made('/b')] };
    const now = {
      tree: tree('frame\tFiles', 'label\t10:02').replaceAll('(1, 2)', '(8, 9)'),
      effects: [made('/b', { after: { hash: 'other' } }), made('/a')],
    };
    expect(stateDifferences(recorded, now)).toEqual([]);
  });

  it('names a window that is there only now, and an effect that is missing or of another text', () => {
    const recorded = { tree: tree('frame\tFiles'), effects: [made('/a', { text: 'one' }), made('/b')] };
    const now = { tree: tree('frame\tFiles', 'dialog\tError'), effects: [made('/a', { text: 'two' })] };
    expect(stateDifferences(recorded, now)).toEqual([
      'effect, only recorded: file created, /a, type "file", text "one"',
      'effect, only recorded: file created, /b, type "file"',
      'effect, only now: file created, /a, type "file", text "two"',
      'on the screen, only now: dialog\tError\t""\t\t',
    ]);
  });

  it('counts rows that are there twice', () => {
    const twice = { tree: tree('label\tx', 'label\tx'), effects: [] };
    expect(stateDifferences(twice, { tree: tree('label\tx'), effects: [] })).toHaveLength(1);
    expect(stateDifferences({ tree: tree('label\tx'), effects: [] }, twice)).toHaveLength(1);
  });

  it('names twenty differences at most', () => {
    const many = Array.from({ length: 30 }, (_, at) => made(`/${at}`));
    const found = stateDifferences({ tree: tree(), effects: many }, { tree: tree(), effects: [] });
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toBe('and 10 more');
  });
});

describe('neutralText', () => {
  it.each([0, 1, 43, 44, 45, 800])('is %i characters long', (length) => {
    expect(neutralText(length)).toHaveLength(length);
    expect(neutralText(length)).not.toMatch(/ $/);
  });
});
