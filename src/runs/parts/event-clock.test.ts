import { expect, it } from 'vitest';
import { taskEventSchema } from '../../tasks/suite/event.ts';
import { EventClock } from './event-clock.ts';

const check = [{ kind: 'file-exists', path: '/home/user/a.txt' }];

it('an event’s time counts steps and seconds from the start', () => {
  const clock = new EventClock([
    { id: 'steps', after: { steps: 3 } },
    { id: 'seconds', after: { seconds: 60 } },
    { id: 'both', after: { steps: 3, seconds: 60 } },
  ]);
  clock.start(1_000);
  const due = (id: string, step: number, seconds: number) => clock.isDue(id, step, 1_000 + seconds * 1000);
  expect([due('steps', 2, 500), due('steps', 3, 0)]).toEqual([false, true]);
  expect([due('seconds', 50, 59), due('seconds', 0, 60)]).toEqual([false, true]);
  expect([due('both', 2, 60), due('both', 3, 59), due('both', 3, 60)]).toEqual([false, false, true]);
});

it('an event’s time counts from when its condition held and its previous event happened', () => {
  const clock = new EventClock([
    { id: 'reply', after: { check, steps: 2 } },
    { id: 'reminder', after: { event: 'reply', steps: 1 } },
    { id: 'all', after: { event: 'reply', check } },
  ]);
  clock.start(0);
  expect(clock.isDue('reply', 9, 0)).toBe(false);
  clock.holds('reply', 9, 0);
  // It held once: that it goes on holding moves nothing.
  clock.holds('reply', 10, 0);
  expect([clock.isDue('reply', 10, 0), clock.isDue('reply', 11, 0), clock.isDue('reminder', 11, 0)]).toEqual([
    false,
    true,
    false,
  ]);
  clock.happened('reply', 11, 0);
  expect([clock.isDue('reminder', 11, 0), clock.isDue('reminder', 12, 0), clock.isDue('all', 12, 0)]).toEqual([
    false,
    true,
    false,
  ]);
  clock.holds('all', 12, 0);
  expect(clock.isDue('all', 12, 0)).toBe(true);
});

it('an event without a time, or with a step that the agent may interrupt, is refused', () => {
  const happens = [{ type: 'notify', parameters: { title: 'x' } }];
  expect(taskEventSchema.safeParse({ id: 'a', after: {}, happens }).success).toBe(false);
  expect(taskEventSchema.safeParse({ id: 'a', after: { steps: 1 }, happens: [{ type: 'launch' }] }).success).toBe(
    false,
  );
  expect(taskEventSchema.safeParse({ id: 'a', after: { steps: 1 }, happens }).success).toBe(true);
});
