import { expect, it } from 'vitest';
import { leadsSomewhere } from './leads-somewhere.ts';

const link = (path: string, target: string) => ({ path, type: 'symlink' as const, target });
const all = [
  { path: '/home/a.txt', type: 'file' as const },
  { path: '/srv', type: 'directory' as const },
  link('/home/to-file', 'a.txt'),
  link('/home/to-folder', '/srv'),
  link('/home/to-link', '../home/to-file'),
  link('/home/to-nothing', '/none'),
  link('/home/to-itself', 'to-itself'),
];
const listFiles = async (path: string) => all.filter((item) => item.path === path);

it.each([
  ['/home/a.txt', true],
  ['/home/to-file', true],
  ['/home/to-folder', true],
  ['/home/to-link', true],
  ['/home/to-nothing', false],
  ['/home/to-itself', false],
])('leadsSomewhere of %s is %s', async (path, expected) => {
  const [file] = await listFiles(path);
  if (file === undefined) throw new Error(`no ${path}`);
  expect(await leadsSomewhere(listFiles, file)).toBe(expected);
});
