import { expect, it } from 'vitest';
import { partOfSession } from './reference-scripts.ts';
import { scriptSchema } from './step-schema.ts';

const script = scriptSchema.parse([
  { terminal: 'one' },
  { done: true },
  { terminal: 'two' },
  { fail: true, say: 'No.' },
  { terminal: 'three' },
]);

it.each([
  [1, [0, 2]],
  [2, [2, 4]],
  [3, [4, 5]],
])('session %i plays the steps up to its own end', (session, [from, to]) => {
  expect(partOfSession(script, session)).toEqual(script.slice(from, to));
});

it('a session without steps does nothing', () => {
  expect(partOfSession(script, 4)).toEqual([{ done: true }]);
  expect(partOfSession([{ done: true }], 2)).toEqual([{ done: true }]);
});
