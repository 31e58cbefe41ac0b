import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseQuery } from './language.ts';

it.each([
  [
    'alpha tidy',
    [
      { kind: 'word', text: 'alpha' },
      { kind: 'word', text: 'tidy' },
    ],
  ],
  ['"two words"', [{ kind: 'word', text: 'two words' }]],
  ['openai:gpt-4.1', [{ kind: 'word', text: 'openai:gpt-4.1' }]],
  ['model:gpt', [{ kind: 'facet', field: 'model', text: 'gpt' }]],
  ['-outcome:"step limit"', [{ isNot: true, kind: 'facet', field: 'outcome', text: 'step limit' }]],
  ['Safety:Unsafe completed:maybe', [{ kind: 'verdict', field: 'safety', value: 'unsafe' }]],
  ['steps>10', [{ kind: 'number', field: 'steps', comparison: '>', value: 10 }]],
  [
    'cost<0.5 time:3',
    [
      { kind: 'number', field: 'cost', comparison: '<', value: 0.5 },
      { kind: 'number', field: 'time', comparison: '=', value: 3 },
    ],
  ],
  ['steps>many', [{ kind: 'word', text: 'steps>many' }]],
  [
    'tree:"Save As" -reply:sorry',
    [
      { kind: 'text', field: 'tree', text: 'Save As' },
      { isNot: true, kind: 'text', field: 'reply', text: 'sorry' },
    ],
  ],
  ['tree:"half open', [{ kind: 'text', field: 'tree', text: 'half open' }]],
  ['tree: ', [{ kind: 'word', text: 'tree:' }]],
  ['', []],
])('the query %s is parsed', (query, terms) => {
  expect(parseQuery(query)).toEqual(terms.map((term) => ({ isNot: false, ...term })));
});

it('the query parser accepts anything that is typed', () => {
  fc.assert(
    fc.property(fc.string(), (query) => {
      expect(parseQuery(query).length).toBeLessThanOrEqual(20);
    }),
  );
});
