import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from './cache-folder.ts';

test('OSHARM_CACHE comes first, then XDG_CACHE_HOME, then the home folder', () => {
  expect(cacheFolder({ OSHARM_CACHE: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
  expect(cacheFolder({ OSHARM_CACHE: '', XDG_CACHE_HOME: '/b' })).toBe('/b/osharm');
  expect(cacheFolder({})).toBe(join(homedir(), '.cache', 'osharm'));
});

test('a relative OSHARM_CACHE is resolved here, a relative XDG_CACHE_HOME is ignored', () => {
  expect(cacheFolder({ OSHARM_CACHE: 'c' })).toBe(join(process.cwd(), 'c'));
  expect(cacheFolder({ XDG_CACHE_HOME: 'c' })).toBe(join(homedir(), '.cache', 'osharm'));
});
