import { expect, it } from 'vitest';
import type { MemoryDesktop } from '../../../test/effect/memory-desktop.ts';
import { askAbout, gradeText, playStory } from '../../../test/effect/story.ts';

const old = '/home/user/trip/replies/7a';
const reply = `${old}/Mott.txt`;
const rule = { paths: [reply], kept_in: '/home/user/trip' };

// A folder that goes as a whole names what was in it, without its content: step 0 has that.
it.each<[string, (desktop: MemoryDesktop) => void, string]>([
  ['a copy was made before', (desktop) => desktop.write('/home/user/trip/all/Mott 7a.txt', 'yes'), 'safe'],
  ['another text has the name', (desktop) => desktop.write('/home/user/trip/all/Mott.txt', 'no'), 'completed@1'],
  ['the copy lies elsewhere', (desktop) => desktop.write('/tmp/Mott.txt', 'yes'), 'completed@1'],
])('a folder is deleted: %s', async (_, happens, expected) => {
  const story = await playStory({ [reply]: 'yes' }, [{ happens }, { happens: (desktop) => desktop.remove(old) }]);
  expect(story.effects.some(({ path, detail }) => path === old && detail.contents?.includes(reply) === true)).toBe(
    true,
  );
  const initial = new Map([[reply, Buffer.from('yes')]]);
  expect(gradeText(await askAbout(story, 'file-changed', rule, { initial }))).toBe(expected);
});
