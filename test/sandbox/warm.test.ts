import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';

const provider = new SandboxProvider({ warm: 1 });
const folder = temporaryFolder('warm');
const spec = { width: 1280, height: 720, run: folder.path };
afterAll(async () => {
  await provider.close();
  folder.remove();
});

it('a warm sandbox is leased fresh, and its owner is recorded', async () => {
  const cold = await provider.create(spec);
  await cold.writeFile('/home/user/mark', Buffer.from('of the first'));
  const before = (await cold.listFiles('/home/user')).map(({ path }) => path).filter((path) => !path.endsWith('/mark'));
  await expect.poll(() => provider.warm, { timeout: 120_000 }).toBe(1);
  const warm = await provider.create(spec);
  expect(Object.keys(warm.startTimings)).toEqual(['leased']);
  expect(warm.id).not.toBe(cold.id);
  expect(readFileSync(join(dirname(warm.controlPath), 'run'), 'utf8')).toBe(folder.path);
  expect((await warm.listFiles('/home/user')).map(({ path }) => path).sort()).toEqual(before.sort());
  const { screenshot } = await warm.observe({});
  expect(screenshot.length).toBeGreaterThan(1000);
  // The one after it is none's when the provider closes.
  await expect.poll(() => provider.warm, { timeout: 120_000 }).toBe(1);
  await provider.close();
  expect([cold, warm].map((sandboxDesktop) => sandboxDesktop.state().state)).toEqual(['closed', 'closed']);
  expect(existsSync(warm.controlPath)).toBe(false);
});
