import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import checkout from '../../package.json' with { type: 'json' };

const { version } = checkout;
const root = fileURLToPath(new URL('../..', import.meta.url));
const versionIn = (file: string, pattern: RegExp): string | undefined =>
  pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1];

it('everything that a release ships has the same version', () => {
  for (const file of globSync('packages/*/package.json', { cwd: root })) {
    expect(versionIn(file, /"version": "(.+?)"/), file).toBe(version);
    expect(versionIn(file, /"osharm": "(.+?)"/), file).toBe(version);
  }
  expect(versionIn('package-lock.json', /"version": "(.+?)"/)).toBe(version);
  expect(versionIn('python/osharm/pyproject.toml', /^version = "(.+?)"/m)).toBe(version);
  expect(versionIn('CITATION.cff', /^version: (.+)$/m)).toBe(version);
  expect(versionIn('CHANGELOG.md', /^## (\S+)/m)).toBe(version);
});
