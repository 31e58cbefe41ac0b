import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DockerProvider } from '../../src/desktop/providers/docker/docker-provider.ts';
import { contractSuite } from './contract-suite.ts';
import { type InstalledDouble, installDouble } from './doubles/install.ts';
import { SandboxBackend, spec } from './sandbox-backend.ts';

// Against a double of docker's command line; what it starts are real desktops. The provider was never run on docker itself.
const backend = new SandboxBackend();
let docker: InstalledDouble;

beforeAll(async () => {
  docker = installDouble('docker', await backend.listen());
});

afterAll(async () => {
  await backend.close();
  docker.remove();
});

contractSuite('docker, on a double of its command line', async () => ({
  provider: new DockerProvider({ containerImage: 'osharm-desktop:test' }),
  spec,
  reachesPorts: false,
  patience: 1,
  leftovers: async () => backend.names(),
}));

describe('docker', () => {
  it('docker publishes ports on loopback only, chosen by the daemon', () => {
    const run = docker.calls().find(([command]) => command === 'run') ?? [];
    const published = run.filter((_, index) => run[index - 1] === '--publish');
    expect(published).toEqual(['127.0.0.1::5000', '127.0.0.1::9222', '127.0.0.1::8006', '127.0.0.1::8080']);
    expect(run).not.toContain('--privileged');
  });

  it('docker runs OSWorld’s image with a read-only disk, /dev/kvm and NET_ADMIN', async () => {
    const disk = join(docker.folder, 'Ubuntu.qcow2');
    writeFileSync(disk, '');
    const provider = new DockerProvider({ containerImage: '', containerDisk: disk, vmCpus: 2 });
    if (existsSync('/dev/kvm')) await provider.check();
    else await expect(provider.check()).rejects.toMatchObject({ code: 'container-kvm' });
    const desktop = await provider.create(spec);
    await desktop.close();
    const run =
      docker
        .calls()
        .findLast(([command]) => command === 'run')
        ?.join(' ') ?? '';
    expect(run).toContain(`--device /dev/kvm --cap-add NET_ADMIN --volume ${disk}:/System.qcow2:ro`);
    expect(run).toMatch(/--env CPU_CORES=2 happysixd\/osworld-docker$/);
  });

  it('docker reports immediately that a container exited while starting, and removes it', async () => {
    const provider = new DockerProvider({ containerImage: 'shell:test' });
    await expect(provider.create(spec)).rejects.toMatchObject({
      message: 'The container ended while it started: it exited with 0 (bash: no terminal).',
      code: 'container-port',
    });
    expect(docker.calls().at(-1)).toEqual(['rm', '--force', '--volumes', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });

  it('docker distinguishes a container that exited from one that can’t be reached', async () => {
    const provider = new DockerProvider({ containerImage: 'osharm-desktop:test' });
    const desktop = await provider.create(spec);
    const [name] = backend.names();
    await backend.stop(name ?? '');
    await expect(desktop.screenshot()).rejects.toMatchObject({ code: 'desktop-destroyed' });
    expect(desktop.state()).toMatchObject({ state: 'destroyed', reason: 'its container ended with 137' });
    await provider.close();
  });

  it('docker removes containers of processes that are gone', async () => {
    const state = join(docker.folder, 'state.json');
    const owner = encodeURIComponent(JSON.stringify({ host: 'x', boot: 'y', pid: 1, start: '' }));
    const mine = encodeURIComponent(
      JSON.stringify({ host: process.getBuiltinModule('node:os').hostname(), boot: 'before', pid: 1, start: '' }),
    );
    const container = { image: 'i', name: 'n', ports: {}, status: 'running' };
    const containers = { gone: { ...container, label: mine }, elsewhere: { ...container, label: owner } };
    writeFileSync(state, JSON.stringify({ containers, calls: [] }));
    await new DockerProvider({ containerImage: 'osharm-desktop:test' }).check();
    const removed = docker.calls().filter(([command]) => command === 'rm');
    expect(removed.map((words) => words.at(-1))).toEqual(['gone']);
  });

  it('docker without the image or the daemon is an error that states the next step', async () => {
    const provider = new DockerProvider({ containerImage: 'never/pulled' });
    await expect(provider.check()).rejects.toMatchObject({
      code: 'container-image',
      hint: expect.stringContaining('docker pull never/pulled'),
    });
    docker.fault(
      'ps',
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
    );
    await expect(provider.check()).rejects.toMatchObject({ hint: expect.stringContaining('systemctl start docker') });
    docker.fault('ps', null);
    expect(() => new DockerProvider({ containerImage: '' })).toThrow(/needs a container image/);
  });
});
