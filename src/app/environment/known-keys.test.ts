import { expect, it } from 'vitest';
import { z } from 'zod';
import { resetSchema } from './messages.ts';

it.each([
  ['sed', 'There is no "sed". Did you mean "seed"?'],
  ['task_id', 'Did you mean "task"?'],
  ['episodeId', 'Did you mean "episode_id"?'],
  ['injectionVector', 'Did you mean "vector"?'],
  ['options', 'There is no "options". Known: seed, episode_id, task'],
])('reset refuses the unknown key %s and suggests a known one', (key, message) => {
  const { error } = resetSchema.safeParse({ task: 'one', [key]: 1 });
  expect(z.prettifyError(error as z.ZodError)).toContain(message);
});

it('a task as the lists give it is accepted', () => {
  const listed = { task: 'one', vector: 'pdf', goal: 'g', category: 'injection', instruction: 'Do it.' };
  expect(resetSchema.parse(listed)).toMatchObject({ task: 'one', goal: 'g' });
});
