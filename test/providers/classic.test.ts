import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DesktopLeases } from '../../src/desktop/providers/remote/desktop-leases.ts';
import { RemoteProvider } from '../../src/desktop/providers/remote/remote-provider.ts';
import { classicProxy } from './classic-proxy.ts';
import { contractSuite } from './contract-suite.ts';
import { SandboxBackend, spec } from './sandbox-backend.ts';

// A real desktop of which only OSWorld's own endpoints can be seen.
const folder = mkdtempSync(join(tmpdir(), 'osharm-classic-'));
const leaseFile = join(folder, 'leases.sqlite');
const backend = new SandboxBackend();
let backendUrl = '';
let port = 0;
let proxy: Awaited<ReturnType<typeof classicProxy>>;

beforeAll(async () => {
  backendUrl = await backend.listen();
  port = await backend.start('one');
  proxy = await classicProxy(() => `http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await proxy.close();
  await backend.close();
  rmSync(folder, { recursive: true });
});

contractSuite('remote, with OSWorld’s endpoints alone', async () => ({
  provider: new RemoteProvider({ remote: [proxy.url], resetUrl: `${backendUrl}/renew?name=one`, leaseFile }),
  spec,
  reachesPorts: false,
  patience: 1,
  leftovers: async () => {
    const book = new DesktopLeases(leaseFile);
    const holder = book.holder(proxy.url);
    book.close();
    return holder === null ? [] : [`a lease of ${holder.pid}`];
  },
}));

describe('desktops that wear out by screenshots', () => {
  it('a desktop gives no more screenshots than its budget, even over several runs, and is refused before its display fails', async () => {
    const options = {
      remote: [proxy.url],
      leaseFile: join(folder, 'worn.sqlite'),
      screenshotBudget: 6,
      allowDirty: true,
    };
    const first = new RemoteProvider(options);
    const guestDesktop = await first.create(spec);
    for (let count = 0; count < 4; count += 1) await guestDesktop.screenshot();
    expect(guestDesktop.notes().join()).toContain('5 of the 6 screenshots');
    await first.close();
    const second = new RemoteProvider(options);
    const other = await second.create(spec);
    await expect(other.screenshot()).rejects.toMatchObject({ code: 'screenshot-budget', blame: 'environment' });
    await second.close();
  });
});
