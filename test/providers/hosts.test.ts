import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { DesktopDestroyedError } from '../../src/desktop/client/desktop-destroyed-error.ts';
import { HostsProvider } from '../../src/desktop/providers/hosts/hosts-provider.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { temporaryFolder } from '../run/temporary-suite.ts';
import { LendingHost } from './lending-host.ts';
import { spec } from './sandbox-backend.ts';

const folder = temporaryFolder('hosts');
afterAll(() => folder.remove());

const version = '1.0.0';
let files = 0;

function accessFile(host: LendingHost, changes: Partial<LendingHost['access']> = {}): string {
  const file = join(folder.path, `access-${files++}.json`);
  writeFileSync(file, JSON.stringify({ ...host.access, ...changes }));
  return file;
}

async function lent(
  lender: FakeProvider,
  options: Parameters<typeof LendingHost.start>[1] & { clientGrace?: number } = {},
) {
  const host = await LendingHost.start(lender, options);
  const provider = new HostsProvider({
    desktops: [accessFile(host)],
    version,
    ...(options.clientGrace === undefined ? {} : { grace: options.clientGrace }),
  });
  return {
    host,
    provider,
    async [Symbol.asyncDispose]() {
      await provider.close();
      await host.close();
    },
  };
}

describe('desktops of another machine', () => {
  it('act and answer as desktops here do, with files of any size', async () => {
    const lender = new FakeProvider({ tree: '<tree/>', reply: () => ({ output: 'fine' }) });
    await using world = await lent(lender);
    const desktop = await world.provider.create(spec);
    const large = Buffer.alloc(3_000_000, 'x');
    expect(await desktop.execute('print(1)')).toMatchObject({ output: 'fine' });
    await desktop.writeFile('/home/user/large', large);
    await desktop.writeFile('/home/user/again', large);
    expect(await desktop.readFile('/home/user/again')).toEqual(large);
    expect(await desktop.readFile('/home/user/none')).toBeNull();
    expect((await desktop.observe()).screenshot.toString()).toBe('SHOT0');
    expect(desktop.provider).toBe('fake');
    expect(desktop.clipboard).toBeUndefined();
    await desktop.close();
    expect(lender.desktops[0]?.isClosed).toBe(true);
    expect(desktop.state()).toEqual({ state: 'closed' });
  });

  it('that the agent destroys end as results', async () => {
    const lender = new FakeProvider({
      tree: '<tree/>',
      onExecute: (_, desktop) => desktop.destroy('its session was killed'),
    });
    await using world = await lent(lender);
    const desktop = await world.provider.create(spec);
    await expect(desktop.execute('kill')).rejects.toBeInstanceOf(DesktopDestroyedError);
    expect(desktop.state()).toEqual({ state: 'destroyed', reason: 'its session was killed' });
  });

  it('execute each call once, however often the connection is cut', async () => {
    const lender = new FakeProvider({ tree: '<tree/>', onExecute: () => sleep(40) });
    await using world = await lent(lender);
    const desktop = await world.provider.create(spec);
    const codes = Array.from({ length: 60 }, (_, index) => `step ${index}`);
    const cuts = (async () => {
      for (let count = 0; count < 20; count += 1) {
        await sleep(30 + ((count * 37) % 90));
        world.host.pull(count % 3 === 0 ? 150 : 0);
      }
    })();
    for (const code of codes) await desktop.execute(code);
    await cuts;
    expect(lender.desktops[0]?.executed).toEqual(codes);
  }, 60_000);

  it('a half-open connection is replaced', async () => {
    const lender = new FakeProvider({ tree: '<tree/>' });
    await using world = await lent(lender);
    const desktop = await world.provider.create(spec);
    world.host.freeze();
    expect(await desktop.execute('one')).toMatchObject({ returncode: 0 });
    expect(lender.desktops[0]?.executed).toEqual(['one']);
  }, 30_000);

  it('a connection that stays lost is an error of the harness', async () => {
    const lender = new FakeProvider({ tree: '<tree/>' });
    await using world = await lent(lender, { clientGrace: 600 });
    const desktop = await world.provider.create(spec);
    world.host.pull(60_000);
    await expect(desktop.execute('one')).rejects.toMatchObject({
      code: 'host-connection',
      blame: 'harness',
      isRetryable: true,
    });
    // Ending many desktops of a host that is away must not take a minute for each call.
    const start = Date.now();
    for (let call = 0; call < 20; call += 1)
      await expect(desktop.execute('two')).rejects.toMatchObject({ code: 'host-connection' });
    expect(Date.now() - start).toBeLessThan(6_000);
  }, 30_000);

  it('are closed when their client is silent for too long', async () => {
    const lender = new FakeProvider({ tree: '<tree/>' });
    await using world = await lent(lender, { grace: 1_500, clientGrace: 30_000 });
    const desktop = await world.provider.create(spec);
    world.host.pull(4_500);
    await expect.poll(() => lender.desktops[0]?.isClosed, { timeout: 8_000 }).toBe(true);
    await expect(desktop.execute('one')).rejects.toMatchObject({ code: 'host-desktop', blame: 'harness' });
  }, 30_000);

  it('a call that its caller gives up ends on the host too, and a waiting one leaves its place', async () => {
    const lender = new FakeProvider({ tree: '<tree/>' });
    await using world = await lent(lender, { capacity: 1 });
    const desktop = await world.provider.create(spec);
    const giveUp = new AbortController();
    const waiting = world.provider.create(spec, giveUp.signal);
    await sleep(100);
    giveUp.abort(new Error('given up'));
    await expect(waiting).rejects.toThrow('given up');
    const next = world.provider.create(spec);
    await desktop.close();
    await (await next).close();
    expect(lender.desktops).toHaveLength(2);
  });

  it.each([
    ['a foreign token', { token: 'somebody-elses-token' }, { code: 'host-token' }],
    ['a foreign certificate', { certificate: 'other' }, { code: 'host-unreachable' }],
    ['a closed port', { url: 'https://127.0.0.1:9' }, { code: 'host-unreachable' }],
  ])('%s is refused before anything starts', async (_, changes, error) => {
    const lender = new FakeProvider({ tree: '<tree/>' });
    await using world = await lent(lender);
    const other = await LendingHost.start(new FakeProvider({ tree: '' }));
    const certificate = 'certificate' in changes ? other.access.certificate : world.host.access.certificate;
    const provider = new HostsProvider({
      desktops: [accessFile(world.host, { ...changes, ...(certificate === undefined ? {} : { certificate }) })],
      version,
    });
    await expect(provider.check()).rejects.toMatchObject(error);
    await provider.close();
    await other.close();
    expect(lender.desktops).toEqual([]);
  });

  it('a host of another version is refused with the command that installs it', async () => {
    await using world = await lent(new FakeProvider({ tree: '' }), { version: '2.0.0' });
    await expect(world.provider.check()).rejects.toMatchObject({
      code: 'host-version',
      message: 'The host runs osharm 2.0.0, this is osharm 1.0.0.',
      hint: expect.stringContaining('osharm@2.0.0'),
    });
  });

  it('several hosts share the desktops, and one that is away is left out', async () => {
    const lenders = [new FakeProvider({ tree: '' }), new FakeProvider({ tree: '' })] as const;
    const hosts = await Promise.all(lenders.map((lender) => LendingHost.start(lender)));
    const away = accessFile(hosts[0] as LendingHost, { url: 'https://127.0.0.1:9' });
    const provider = new HostsProvider({ desktops: [...hosts.map((host) => accessFile(host)), away], version });
    const desktops = await Promise.all(Array.from({ length: 4 }, () => provider.create(spec)));
    expect(lenders.map((lender) => lender.desktops.length)).toEqual([2, 2]);
    await Promise.all(desktops.map((desktop) => desktop.close()));
    await provider.close();
    await Promise.all(hosts.map((host) => host.close()));
  });
});
