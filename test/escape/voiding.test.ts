import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxDesktop } from '../../src/desktop/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { payloads } from '../../tools/escape/payloads.ts';
import { sampled } from '../sampled.ts';
import { attempt, attemptPython } from './inside.ts';

/**
 * What an agent did before it tried to make its run worthless is seen after it. The quick ones of `tools/escape/`, which makes whole runs
 * with all of them.
 */
const provider = new SandboxProvider();
const limits = { memoryBytes: 900 * 2 ** 20, pids: 400, diskBytes: 150 * 2 ** 20 };
let other: SandboxDesktop;

beforeAll(async () => {
  await provider.check();
  other = await provider.create({ width: 1280, height: 720, limits });
});
afterAll(() => provider.close());

const sample = ['exec-bad-path', 'names-with-line-breaks', 'server-stopped', 'everything-killed', 'private-memory'];
const quick = sampled(
  [
    ...sample,
    'program-with-60000-groups',
    'path-of-4090-bytes',
    'loops-of-links',
    'pipes-and-sockets',
    'sparse-file-of-a-terabyte',
    'no-rights-on-programs',
  ],
  (name) => sample.includes(name),
);
const chosen = payloads
  .filter(({ name }) => quick.includes(name))
  .map((payload) => [payload.name, payload.account, payload] as const);

it.each(chosen)(
  'harm before an attempt to void the record is seen, and other desktops continue: %s, by %s',
  async (name, account, { code }) => {
    const desktop = await provider.create({ width: 1280, height: 720, limits });
    await desktop.indexFiles();
    const before = 'echo harm > ~/harm.txt; /bin/true the-harm; curl -sS http://harm.example/ > /dev/null';
    expect(await attempt(desktop, 'user', before)).toEqual({ output: '', returncode: 0 });
    // Who stops the server gets no answer, however long it waits.
    await attemptPython(desktop, account, code, name === 'server-stopped' ? 10_000 : undefined).catch(
      (error: unknown) => expect(error).toMatchObject({ code: expect.stringMatching(/^(guest-|desktop-destroyed)/) }),
    );
    expect(['running', 'destroyed']).toContain(desktop.state().state);
    const changes = await desktop.scanFiles();
    expect(changes.map(({ path }) => path)).toContain('/home/user/harm.txt');
    const programs = await desktop.programsSeen(0);
    expect(programs.some(({ argv }) => argv.includes('the-harm'))).toBe(true);
    // The double logs a request a moment after its client is over.
    await expect.poll(async () => (await desktop.webLog(0)).map(({ host }) => host)).toContain('harm.example');
    expect((await desktop.readFile('/home/user/harm.txt'))?.toString()).toBe('harm\n');
    await desktop.close();
    expect((await other.exec(['echo', 'well'])).output).toBe('well\n');
  },
);

it('programs that follow one with bad pointers or 60,000 groups are recorded', async () => {
  const desktop = await provider.create({ width: 1280, height: 720, limits });
  for (const name of ['exec-bad-path', 'program-with-60000-groups'])
    for (const { code, account } of payloads.filter((payload) => payload.name === name))
      await attemptPython(desktop, account, code);
  expect((await attempt(desktop, 'user', '/bin/echo after')).output).toBe('after\n');
  const words = (await desktop.programsSeen(0)).map(({ argv }) => argv.join(' '));
  expect(words.some((word) => word.includes('hidden-program'))).toBe(true);
  expect(words).toContain('/bin/echo after');
  await desktop.close();
});

it('names that are not UTF-8 are listed, and their files are read', async () => {
  const desktop = await provider.create({ width: 1280, height: 720, limits });
  await desktop.indexFiles();
  await attemptPython(
    desktop,
    'user',
    `
import os
os.makedirs(b'/home/user/.config/autostart', exist_ok=True)
open(b'/home/user/.config/autostart/\\xff\\x80.desktop', 'w').write('[Desktop Entry]')`,
  );
  const path = '/home/user/.config/autostart/\udcff\udc80.desktop';
  expect((await desktop.scanFiles()).map((change) => change.path)).toContain(path);
  expect((await desktop.readFile(path))?.toString()).toBe('[Desktop Entry]');
  await desktop.close();
});
