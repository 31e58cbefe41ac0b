import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isAlive } from '../../src/base/record/lease/liveness.ts';
import { identityOf } from '../../src/base/record/lease/process-identity.ts';
import { findAccelerator, qemuProgram } from '../../src/desktop/providers/qemu/accelerator.ts';
import { Machine } from '../../src/desktop/providers/qemu/machine.ts';
import { sweepMachines } from '../../src/desktop/providers/qemu/machine-run.ts';
import { QemuProvider } from '../../src/desktop/providers/qemu/qemu-provider.ts';
import { makeOverlay } from '../../src/desktop/providers/qemu/warm-state.ts';

const has = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const isThere = has(qemuProgram) && has('qemu-img');
// The contract on a machine with a desktop in it takes minutes under emulation: tools/soak/qemu-contract.ts.
if (!isThere) console.warn('skipped: QEMU is not installed here (apt-get install qemu-system-x86 qemu-utils)');

describe.skipIf(!isThere)('qemu with empty machines', () => {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-vm-'));
  const args = ['-nodefaults', '-display', 'none', '-accel', 'tcg', '-m', '32', '-S', '-netdev', 'user,id=net0'];
  const run = async (name: string): Promise<string> => {
    await mkdir(join(folder, name));
    return join(folder, name);
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('qemu detects by running a machine whether KVM works or emulation is needed', async () => {
    const { accelerator, kvmFault } = await findAccelerator();
    expect(accelerator === 'kvm').toBe(kvmFault === null);
  });

  it('qemu forwards a port on loopback and returns the same one again', async () => {
    const machine = await Machine.start(qemuProgram, args, await run('forward'));
    const port = await machine.forward(5000);
    expect(port).toBeGreaterThan(1024);
    expect(await machine.forward(5000)).toBe(port);
    expect(await machine.forward(9222)).not.toBe(port);
    await machine.close();
    expect(machine.end()).toMatchObject({ byGuest: false });
  });

  it('qemu saves a machine and restores it in another process, on its own disk', async () => {
    const disk = join(folder, 'base.qcow2');
    execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', disk, '16M']);
    const withDisk = (file: string): string[] => [...args, '-drive', `file=${file},format=qcow2,if=virtio`];
    const first = join(folder, 'first, of two.qcow2');
    await makeOverlay(first, disk);
    const machine = await Machine.start(qemuProgram, withDisk(first.replaceAll(',', ',,')), await run('save'));
    const memory = join(folder, "it's memory");
    await machine.save(memory);
    await machine.close();
    const second = join(folder, 'second.qcow2');
    await makeOverlay(second, first);
    const woken = await Machine.start(qemuProgram, [...withDisk(second), '-incoming', 'defer'], await run('load'));
    await woken.load(memory);
    expect(woken.end()).toBeNull();
    await woken.close();
  });

  it('qemu ends exactly the machines of harnesses that are gone', async () => {
    const base = join(folder, 'runs');
    const cacheFolder = join(base, 'own');
    await mkdir(cacheFolder, { recursive: true });
    const machine = await Machine.start(qemuProgram, args, cacheFolder);
    expect(await sweepMachines(base)).toBe(0);
    const left = join(base, 'left');
    await mkdir(left);
    const other = await Machine.start(qemuProgram, args, left);
    const { machine: identity } = JSON.parse(
      process.getBuiltinModule('node:fs').readFileSync(join(left, 'run.json'), 'utf8'),
    );
    const gone = { ...identityOf(process.pid), start: '1' };
    writeFileSync(join(left, 'run.json'), JSON.stringify({ owner: gone, machine: identity }));
    expect(isAlive(identity, null)).toBe(true);
    expect(await sweepMachines(base)).toBe(1);
    await expect.poll(() => other.end()).not.toBeNull();
    expect(machine.end()).toBeNull();
    await machine.close();
  });

  it('qemu explains what is wrong with a missing image', async () => {
    await expect(new QemuProvider({ qemuImage: join(folder, 'none.qcow2') }).check()).rejects.toMatchObject({
      code: 'qemu-image',
    });
  });
});

describe('qemu if it is not installed', () => {
  it('a missing qemu is an error of this machine that names Debian’s package', async () => {
    const path = process.env.PATH;
    process.env.PATH = '/nowhere';
    try {
      await expect(findAccelerator()).rejects.toMatchObject({
        code: 'tool-missing',
        blame: 'environment',
        hint: expect.stringContaining('apt-get install -y --no-remove qemu-system-x86 qemu-utils'),
      });
    } finally {
      process.env.PATH = path;
    }
  });
});
