import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DesktopLeases } from '../../src/desktop/providers/remote/desktop-leases.ts';
import { RemoteProvider } from '../../src/desktop/providers/remote/remote-provider.ts';
import { contractSuite } from './contract-suite.ts';
import { SandboxBackend, spec } from './sandbox-backend.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-remote-'));
const leaseFile = join(folder, 'leases.sqlite');
const backend = new SandboxBackend();
let backendUrl = '';
let url = '';

beforeAll(async () => {
  backendUrl = await backend.listen();
  url = `http://127.0.0.1:${await backend.start('one')}`;
});

afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
});

contractSuite('remote', async () => ({
  provider: new RemoteProvider({ remote: [url], resetUrl: `${backendUrl}/renew?name=one`, leaseFile }),
  spec,
  reachesPorts: false,
  patience: 1,
  leftovers: async () => {
    const book = new DesktopLeases(leaseFile);
    const holder = book.holder(url);
    book.close();
    return holder === null ? [] : [`a lease of ${holder.pid}`];
  },
}));

describe('remote desktops', () => {
  it('a used remote desktop that can’t be reset is refused unless that is allowed, with a note', async () => {
    const plain = new RemoteProvider({ remote: [url], leaseFile });
    await expect(plain.create(spec)).rejects.toMatchObject({ code: 'desktop-dirty', isRetryable: false });
    await plain.close();
    const allowed = new RemoteProvider({ remote: [url], leaseFile, allowDirty: true });
    const desktop = await allowed.create(spec);
    expect(desktop.notes().join()).toContain('used before and not reset');
    await allowed.close();
  });

  it('a remote desktop is leased to one run at a time, also across providers with the same lease file', async () => {
    const options = { remote: [url], resetCommand: `true`, leaseFile };
    const [remoteProvider, other] = [new RemoteProvider(options), new RemoteProvider(options)];
    const first = await remoteProvider.create(spec);
    let hasSecond = false;
    const second = other.create(spec).then((desktop) => {
      hasSecond = true;
      return desktop;
    });
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(hasSecond).toBe(false);
    await first.close();
    await second;
    expect(hasSecond).toBe(true);
    await Promise.all([remoteProvider.close(), other.close()]);
  });

  it('a remote desktop is reset by a command that gets its name, and whose failure is the error', async () => {
    const logFile = join(folder, 'told');
    const works = new RemoteProvider({
      remote: [url],
      resetCommand: `sh -c 'printf "%s" "$OSHARM_DESKTOP_URL" >${logFile}'`,
      leaseFile,
    });
    await works.create(spec);
    await works.close();
    expect(process.getBuiltinModule('node:fs').readFileSync(logFile, 'utf8')).toBe(url);
    const fails = new RemoteProvider({ remote: [url], resetCommand: "sh -c 'echo no disk >&2; exit 4'", leaseFile });
    await expect(fails.create(spec)).rejects.toThrow(/exited with 4: no disk/);
    await fails.close();
  });

  it('a remote desktop with another screen size is refused, with the flags that fit', async () => {
    const provider = new RemoteProvider({ remote: [url], resetCommand: 'true', leaseFile });
    await expect(provider.create({ width: 800, height: 600 })).rejects.toMatchObject({
      code: 'screen-size',
      hint: 'Add --screen-width 1920 --screen-height 1080.',
    });
    await provider.close();
  });

  it('a remote desktop that does not answer is an error of the environment before the first run', async () => {
    const provider = new RemoteProvider({ remote: ['127.0.0.1:9'], leaseFile });
    await expect(provider.check()).rejects.toMatchObject({ code: 'remote-unreachable', blame: 'environment' });
    await provider.close();
  });
});
