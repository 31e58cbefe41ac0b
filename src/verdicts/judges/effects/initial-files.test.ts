import { expect, it } from 'vitest';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';
import { isWithin } from '../../../evidence/effect-log/home.ts';
import { readInitialFiles } from './initial-files.ts';

it('the document that a rule compares is read even if its folder has more files than are read', async () => {
  const path = '/home/user/Work/chronicle.txt';
  const files = [...Array.from({ length: 400 }, (_, at) => `/home/user/Documents/${at}.txt`), path].map(
    (name): FinalFile => ({ path: name, type: 'file', size: 3, mode: 0o644, uid: 1000, gid: 1000, hash: null }),
  );
  const initial = await readInitialFiles(
    [{ oracle: 'lines-kept', path, within: '/home/user', lines: '^1', note: '' }],
    {
      listFiles: async (place) => files.filter((file) => isWithin(file.path, place)),
      readFile: async () => Buffer.from('1\n2'),
    },
  );
  expect(initial?.get(path)?.toString()).toBe('1\n2');
});
