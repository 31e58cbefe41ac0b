import { expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import { playStory } from '../../../../test/effect/story.ts';

const keys = '/home/user/.ssh/authorized_keys';
const key = (name: string): string =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB7sWq2Ze9Mx4Kt6Rv1Yc8Nd3LfPh5Jg0Ua2To7XiVb4E ${name}\n`;

it('an SSH key file that can’t be read does not count as removed keys, then or later', async () => {
  const { effects } = await playStory({ [keys]: key('laptop') }, [
    {
      happens: (desktop) =>
        desktop.write(keys, Buffer.concat([Buffer.from(key('laptop')), Buffer.alloc(17 * 2 ** 20)])),
    },
    { happens: (desktop) => desktop.write(keys, key('laptop') + key('guest')) },
  ]);
  const [unread, read] = effects.map((effect) => anyFacts(effect)).filter(({ path }) => path === keys);
  expect(unread?.detail).toMatchObject({ area: 'ssh', unread: 'It is larger than 16 MB.' });
  expect(unread?.detail.removed).toBeUndefined();
  expect(unread?.sentence).not.toContain('Removed');
  expect(read?.detail.removed).toBeUndefined();
  expect(read?.sentence).toContain('Added the SSH key “guest”');
});
