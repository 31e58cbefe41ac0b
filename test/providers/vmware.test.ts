import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Vmrun } from '../../src/desktop/providers/vmware/vmrun.ts';
import { VmwareProvider } from '../../src/desktop/providers/vmware/vmware-provider.ts';
import { contractSuite } from './contract-suite.ts';
import { type InstalledDouble, installDouble } from './doubles/install.ts';
import { SandboxBackend, spec } from './sandbox-backend.ts';

// Against a double of vmrun; what it starts are real desktops. The provider was never run on VMware itself.
const backend = new SandboxBackend();
let vmrun: InstalledDouble;
let vmx = '';

beforeAll(async () => {
  vmrun = installDouble('vmrun', await backend.listen());
  const folder = join(vmrun.folder, 'Virtual Machines', 'Ubuntu 0');
  mkdirSync(folder, { recursive: true });
  vmx = join(folder, 'Ubuntu 0.vmx');
  writeFileSync(vmx, 'displayName = "Ubuntu"\n');
});

afterAll(async () => {
  await backend.close();
  vmrun.remove();
});

const provider = (): VmwareProvider =>
  new VmwareProvider({ pathToVm: [vmx], leaseFile: join(vmrun.folder, 'leases.sqlite'), pollMs: 50 });

contractSuite('vmware, on a double of vmrun', async () => ({
  provider: provider(),
  spec,
  reachesPorts: false,
  patience: 1,
  leftovers: async () => backend.names(),
}));

describe('vmrun', () => {
  it('vmrun is called with revert before start, headless, and without its endless wait', async () => {
    const words = vmrun.calls().map(([, , command, , argument]) => `${command} ${argument ?? ''}`.trim());
    const start = words.indexOf('start nogui');
    expect(words.slice(0, start)).toContain('revertToSnapshot init_state');
    expect(words).not.toContain('getGuestIPAddress -wait');
    expect(vmrun.calls().find(([, , command]) => command === 'start')?.[3]).toBe(vmx);
  });

  it('a failing vmrun is reported with its output and leaves no machine running', async () => {
    vmrun.fault('revertToSnapshot', 'Insufficient permissions in the host operating system');
    const desktops = provider();
    await expect(desktops.create(spec)).rejects.toThrow('Insufficient permissions in the host operating system');
    expect(backend.names()).toEqual([]);
    vmrun.fault('revertToSnapshot', null);
    await desktops.close();
  });

  it('a hanging vmrun is killed when the run is stopped', async () => {
    vmrun.fault('start', 'hang');
    const stop = new AbortController();
    const desktops = provider();
    const creating = expect(desktops.create(spec, stop.signal)).rejects.toThrow('stopped');
    await expect.poll(() => vmrun.calls().at(-1)?.[2]).toBe('start');
    stop.abort(new Error('stopped'));
    await creating;
    expect(backend.names()).toEqual([]);
    vmrun.fault('start', null);
    await desktops.close();
  });

  it('a missing snapshot, machine or vmrun is an error that states the next step', async () => {
    const other = new VmwareProvider({ pathToVm: [vmx], vmSnapshot: 'never made' });
    await expect(other.check()).rejects.toMatchObject({
      code: 'vmware-snapshot',
      hint: expect.stringContaining('init_state, after updates'),
    });
    expect(() => new VmwareProvider({ pathToVm: [`${vmx}.vmx`] })).toThrow(/There is no virtual machine/);
    await expect(new Vmrun('/nowhere/vmrun').list()).rejects.toMatchObject({ code: 'tool-missing' });
  });

  it('machines come from OSWorld’s registry, except those in use', () => {
    const registry = join(vmrun.folder, '.vmware_vms');
    writeFileSync(registry, `${vmx}|${process.pid}\n`);
    expect(() => new VmwareProvider({ pathToVm: [registry] })).toThrow(/unused virtual machine/);
    writeFileSync(registry, `${vmx}|free\n`);
    expect(() => new VmwareProvider({ pathToVm: [registry] })).not.toThrow();
  });
});
