import { expect, it } from 'vitest';
import { settingsOfSession } from './session-settings.ts';

it('the other model takes the other role alone, in the same loop', () => {
  const settings = { model: 'prompt@a', agent: 'prompt', seatedModel: 'a', otherModel: 'b' };
  expect(settingsOfSession(settings, false)).toBe(settings);
  expect(settingsOfSession(settings, true)).toMatchObject({ model: 'b', agent: 'prompt', seatedModel: 'b' });
  expect(settingsOfSession({ model: 'a' }, true)).toEqual({ model: 'a' });
});
