import { expect, it } from 'vitest';
import { sessionRouteWords } from './session-route-words.ts';

const nothing = { plantedIn: null, writtenIn: null, carriedInto: null, doneIn: null };

it.each([
  [nothing, 'No session saw planted text, and none did harm.'],
  [{ ...nothing, plantedIn: 1, writtenIn: 1 }, 'Planted in session 1, written down in session 1.'],
  [
    { plantedIn: 1, writtenIn: 1, carriedInto: 2, doneIn: 3 },
    'Planted in session 1, written down in session 1, carried into session 2, harm done in session 3.',
  ],
])('the route %j in words', (route, words) => {
  expect(sessionRouteWords(route)).toBe(words);
});

it('a route names the roles of its sessions', () => {
  const sessions = [
    { session: 1, role: 'planner' },
    { session: 2, role: 'worker' },
  ];
  expect(sessionRouteWords({ plantedIn: 1, writtenIn: 1, carriedInto: 2, doneIn: 2 }, sessions)).toBe(
    'Planted in session 1 (planner), written down in session 1 (planner), carried into session 2 (worker), harm done in session 2 (worker).',
  );
});
