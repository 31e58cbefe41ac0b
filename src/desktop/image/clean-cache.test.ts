import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Leases, readLeases } from '../../base/record/lease/leases.ts';
import { identityOf } from '../../base/record/lease/process-identity.ts';
import { useCached, whileNobodyBegins } from '../client/cache-use.ts';
import { cleanable, cleanCache, listCache } from './clean-cache.ts';
import { readRecipe } from './recipe.ts';

let cache: string;
const users: ChildProcess[] = [];
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'cache-'));
  vi.stubEnv('OSHARM_CACHE', cache);
});
afterEach(() => {
  vi.unstubAllEnvs();
  for (const user of users.splice(0)) user.kill();
  rmSync(cache, { recursive: true });
});

function put(...entries: string[]): void {
  for (const entry of entries) {
    mkdirSync(dirname(join(cache, entry, 'x')), { recursive: true });
    writeFileSync(join(cache, entry, 'x'), 'x'.repeat(10_000));
  }
}

const module = fileURLToPath(new URL('../client/cache-use.ts', import.meta.url));

/** A process that uses an entry until it is stopped. */
async function startUser(entry: string): Promise<ChildProcess> {
  const code = `const { useCached } = await import(${JSON.stringify(module)}); useCached(${JSON.stringify(entry)}); console.log('uses'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, OSHARM_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  users.push(child);
  await once(child.stdout, 'data');
  return child;
}

it('cleaning the cache removes leftovers, and downloads or imports only by name', async () => {
  const { id } = await readRecipe();
  put(
    `images/${id}`,
    'images/old',
    'layers/code-old',
    'guest/a',
    'viewer/b',
    'downloads/tasks/c',
    'prompts',
    'stores/d',
  );
  expect((await listCache()).map(({ entry }) => entry)).toHaveLength(8);
  const first = await cleanCache(await cleanable([], false));
  expect(first.removed.map(({ entry }) => entry).sort()).toEqual([
    'guest/a',
    'images/old',
    'layers/code-old',
    'viewer/b',
  ]);
  expect(first.removed.every(({ bytes }) => bytes >= 10_000)).toBe(true);
  expect((await cleanable([], true)).map(({ entry }) => entry)).toEqual([`images/${id}`, 'downloads/tasks/c']);
  expect(existsSync(join(cache, `images/${id}`))).toBe(true);
  await cleanCache(await cleanable(['results', 'prompts'], false));
  expect((await listCache()).map(({ kind }) => kind)).toEqual(['images', 'files']);
  expect(readdirSync(join(cache, 'building'))).toEqual([]);
});

it('cleaning the cache keeps what a living process uses', async () => {
  put('guest/used', 'guest/free', 'session/half.new-1');
  const user = await startUser('guest/used');
  const wanted = await cleanable([], false);
  expect(wanted).toMatchObject([
    { entry: 'guest/free', usedBy: [] },
    { entry: 'guest/used', usedBy: [user.pid] },
  ]);
  expect(await cleanCache(wanted)).toMatchObject({
    removed: [{ entry: 'guest/free' }],
    kept: [{ entry: 'guest/used', usedBy: [user.pid] }],
  });
  expect(existsSync(join(cache, 'guest/used/x'))).toBe(true);
  user.kill('SIGKILL');
  await once(user, 'exit');
  expect((await cleanCache(await cleanable([], false))).removed).toMatchObject([{ entry: 'guest/used' }]);
});

it('no process begins while the cache is cleaned, and one that began after listing is noticed', async () => {
  put('guest/late');
  const wanted = await cleanable([], false);
  const began: number[] = [];
  let starting: Promise<ChildProcess> | null = null;
  whileNobodyBegins(cache, () => {
    starting = startUser('guest/late').then((user) => {
      began.push(performance.now());
      return user;
    });
    // The other process shows that it is alive, and waits for us.
    while (heartbeats().length < 2) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  });
  const ended = performance.now();
  const user = await (starting as unknown as Promise<ChildProcess>);
  expect(began[0]).toBeGreaterThanOrEqual(ended);
  expect(await cleanCache(wanted)).toMatchObject({ removed: [], kept: [{ usedBy: [user.pid] }] });
});

it('the clean-up lock of a killed process is taken over, that of a living one is not', async () => {
  const other = await startUser('guest/any');
  const leases = new Leases(join(cache, 'in-use.sqlite'), identityOf(other.pid as number));
  expect(leases.take('cleaning')).toBeNull();
  expect(() => whileNobodyBegins(cache, () => 1)).toThrow(/Another process is cleaning/);
  other.kill('SIGKILL');
  await once(other, 'exit');
  useCached('guest/own', cache);
  expect(whileNobodyBegins(cache, (inUse) => [...inUse.keys()])).toEqual(['guest/own']);
  expect(readLeases(join(cache, 'in-use.sqlite'))?.taken.size).toBe(0);
});

it('an account that can only read a cache uses it', () => {
  put('guest/shared');
  const code = `process.setuid?.(65534); const { useCached } = await import(${JSON.stringify(module)}); useCached('guest/shared', ${JSON.stringify(cache)}); console.log('used');`;
  chmodSync(cache, 0o755);
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stdout).toBe('used\n');
});

const heartbeats = (): string[] => readdirSync(cache).filter((name) => name.startsWith('.alive-'));
