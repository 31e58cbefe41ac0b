import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAccelerator } from '../../src/desktop/providers/qemu/accelerator.ts';
import { qemuFolder } from '../../src/desktop/providers/qemu/machine-run.ts';
import { QemuProvider } from '../../src/desktop/providers/qemu/qemu-provider.ts';
import { checks, lastChecks } from '../../test/providers/contract.ts';
import { makeSmallGuest } from '../../test/providers/small-guest.ts';

// Tests the desktop contract on a real virtual machine, with our image as its disk and Debian's kernel: bin/osharm-node
// tools/soak/qemu-contract.ts [FOLDER] [--small] `--small` runs a start and the first three checks. Use KVM: under
// emulation, a full run takes a quarter of an hour and the start alone minutes.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { small: { type: 'boolean', default: false } },
});
const { accelerator } = await findAccelerator();
if (values.small && accelerator !== 'kvm') {
  process.stdout.write('This machine lacks /dev/kvm.\n');
  process.exit(3);
}
const folder = positionals[0] ?? '/var/tmp/osharm-small-guest';
const guest = await makeSmallGuest(folder);
const patience = accelerator === 'kvm' ? 2 : 12;
const provider = new QemuProvider({
  qemuImage: guest.disk,
  qemuKernel: guest.kernel,
  qemuInitrd: guest.initrd,
  qemuAppend: guest.append,
  vmMemory: 2048,
  vmCpus: 2,
});
const leftovers = async (): Promise<string[]> => {
  const runs = join(qemuFolder(), 'run');
  return existsSync(runs) ? readdirSync(runs) : [];
};
const world = { provider, spec: { width: 1920, height: 1080 }, reachesPorts: true, leftovers, patience };

let failed = 0;
const report = async (name: string, run: () => Promise<void>): Promise<void> => {
  const start = performance.now();
  const fault = await run().then(
    () => null,
    (error: Error) => error,
  );
  if (fault !== null) failed += 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${fault === null ? 'ok    ' : 'FAILED'} ${seconds.padStart(6)} s  ${name}\n`);
  if (fault !== null) process.stdout.write(`${fault.stack}\n`);
};

await provider.check();
const start = performance.now();
const desktop = await provider.create(world.spec);
process.stdout.write(
  `${accelerator}, ${((performance.now() - start) / 1000).toFixed(1)} s: ${JSON.stringify(desktop.startTimings)}\n`,
);
const chosen = values.small ? checks.slice(0, 3) : checks;
const chosenLast = values.small ? [] : lastChecks;
for (const check of chosen) await report(check.name, () => check.run(desktop, world));
for (const check of chosenLast) await report(check.name, () => check.run(world));
await desktop.close();
await provider.close();
process.stdout.write(`${chosen.length + chosenLast.length} checks, ${failed} failed.\n`);
process.exit(failed === 0 ? 0 : 1);
