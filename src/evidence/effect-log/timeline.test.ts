import { describe, expect, it } from 'vitest';
import { playStory, type StoryStep } from '../../../test/effect/story.ts';
import { timelineOf } from './timeline.ts';

type Happens = NonNullable<StoryStep['happens']>;
const a = '/home/user/a.txt';
const b = '/home/user/b.txt';
const timeline = async (...happens: Happens[]) =>
  timelineOf(
    (
      await playStory(
        { [a]: 'first', [b]: 'other' },
        happens.map((item) => ({ happens: item })),
      )
    ).effects,
  );

describe('finalState', () => {
  it.each<[string, string, Happens[]]>([
    ['untouched', 'nothing', []],
    ['changed', 'changed', [(d) => d.write(a, 'x')]],
    ['as-before', 'changed and put back', [(d) => d.write(a, 'x'), (d) => d.write(a, 'first')]],
    [
      'changed',
      'changed, put back, changed',
      [(d) => d.write(a, 'x'), (d) => d.write(a, 'first'), (d) => d.write(a, 'y')],
    ],
    ['gone', 'deleted', [(d) => d.remove(a)]],
    ['changed', 'deleted and rewritten', [(d) => d.remove(a), (d) => d.write(a, 'x')]],
    ['as-before', 'deleted and restored', [(d) => d.remove(a), (d) => d.write(a, 'first')]],
    [
      'as-before',
      'trashed and put back',
      [(d) => d.trash(a), (d) => d.move('/home/user/.local/share/Trash/files/a.txt', a)],
    ],
    ['gone', 'moved away', [(d) => d.move(a, '/home/user/c.txt')]],
    ['as-before', 'moved away and back', [(d) => d.move(a, '/tmp/c'), (d) => d.move('/tmp/c', a)]],
    ['changed', 'replaced by another file', [(d) => d.remove(a), (d) => d.move(b, a)]],
  ])('finalState is %s for a file that was: %s', async (expected, _, happens) => {
    expect((await timeline(...happens)).finalState(a)).toBe(expected);
  });

  it('finalState distinguishes new files from those created and deleted during the run', async () => {
    const path = '/home/user/own.txt';
    expect((await timeline((d) => d.write(path, 'x'))).finalState(path)).toBe('new');
    expect(
      (
        await timeline(
          (d) => d.write(path, 'x'),
          (d) => d.remove(path),
        )
      ).finalState(path),
    ).toBe('absent');
  });

  it('the timeline follows a file through its moves', async () => {
    const moved = await timeline(
      (d) => d.move(a, '/tmp/1'),
      (d) => d.move('/tmp/1', '/tmp/2'),
    );
    expect(moved.placesAfter(a)).toEqual([a, '/tmp/1', '/tmp/2']);
    expect(moved.history('/tmp/1').map(({ act }) => act)).toEqual(['came', 'left']);
    expect(moved.isOwn('/tmp/2')).toBe(false);
  });
});
