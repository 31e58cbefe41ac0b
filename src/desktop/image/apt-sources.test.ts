import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAptSources } from './apt-sources.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apt-'));
  await mkdir(join(folder, 'sources.list.d'));
});
afterEach(() => rm(folder, { recursive: true }));

test('apt sources keep bookworm stanzas and drop other repositories', async () => {
  await writeFile(
    join(folder, 'sources.list.d', 'debian.sources'),
    [
      'Types: deb deb-src',
      '# a comment',
      'URIs: http://mirror.example/debian',
      'Suites: bookworm bookworm-updates',
      'Components: main contrib',
      'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
      '',
      'Types: deb',
      'Enabled: no',
      'URIs: http://other.example/debian',
      'Suites: bookworm',
      'Components: main',
      '',
      'Types: deb',
      'URIs: https://vendor.example/apt',
      'Suites: nodistro',
      'Components: main',
    ].join('\n'),
  );
  const key = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]';
  expect(await readAptSources(folder)).toEqual([
    `deb ${key} http://mirror.example/debian bookworm main`,
    `deb ${key} http://mirror.example/debian bookworm-updates main`,
  ]);
});

test('apt sources keep bookworm one-line entries with their options', async () => {
  await writeFile(
    join(folder, 'sources.list'),
    '# deb http://no.example/ bookworm main\ndeb [trusted=yes] http://mirror.example/debian bookworm main non-free\n' +
      'deb http://mirror.example/security bookworm-security main\ndeb http://cloud.example/apt cloud-bookworm main\n',
  );
  expect(await readAptSources(folder)).toEqual([
    'deb [trusted=yes] http://mirror.example/debian bookworm main',
    'deb http://mirror.example/security bookworm-security main',
  ]);
});

test('apt sources are left to the image’s builder if this machine runs another release', async () => {
  await writeFile(join(folder, 'sources.list'), 'deb http://mirror.example/debian trixie main\n');
  expect(await readAptSources(folder)).toEqual([]);
  expect(await readAptSources(join(folder, 'missing'))).toEqual([]);
});
