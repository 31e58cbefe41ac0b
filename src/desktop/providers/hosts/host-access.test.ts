import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import { readAccess, writeAccess } from './host-access.ts';

const access = { url: 'https://lab.example.org:9', token: 'token-none-0000', certificate: 'PEM' };

it.each([null, 0o600, 0o644, 0o666])(
  'only its owner can read an access file written over one of mode %s',
  async (mode) => {
    const folder = temporaryFolder('access');
    try {
      const file = join(folder.path, 'osharm-access.json');
      if (mode !== null) {
        writeFileSync(file, 'a longer text than the access file has '.repeat(9));
        chmodSync(file, mode);
      }
      await writeAccess(file, access);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await readAccess(file)).toEqual(access);
    } finally {
      folder.remove();
    }
  },
);
