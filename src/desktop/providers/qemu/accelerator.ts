import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { runTool } from '../tool.ts';

export const qemuProgram = 'qemu-system-x86_64';
export const qemuHint = 'Run: sudo apt-get install -y --no-remove qemu-system-x86 qemu-utils';

export type Accelerator = 'kvm' | 'tcg';

/** Value that the probe writes to its exit port. QEMU then exits with 2 × value + 1. */
const word = 0x2a;
/**
 * A boot sector that enters 64-bit mode, writes and verifies 112 MB, and writes `word` to port 0xf4. The memory access
 * is the test: under some nested hypervisors, KVM guests start but never make progress.
 */
const sectorCode =
  'fa31c08ed88ec08ed0bc0070fc66bf001000000f22df6631c066b9000c000066f3ab66c70600100320000066c706002003300000bf003066b883000000b9400066890583c7086605000020' +
  '00e2f20f20e06683c8200f22e066b9800000c00f32660d000100000f300f20c0660d010000800f22c00f0116e07cea7e7c080066b810008ed88ec08ed048c7c700001000b90000e00048b8' +
  'f0debc9a78563412f348ab31d248c7c600001000b90000e0004833164883c608e2f74885d27504b02ae6f4f4ebfd0f1f4000000000000000000000000000009a200000000000009200001700c87c0000';
const probeMs = { kvm: 5_000, tcg: 30_000 };

/** Tests KVM with a small guest, because /dev/kvm may exist but not work. Throws EnvironmentError if QEMU fails. */
export async function findAccelerator(
  signal?: AbortSignal | undefined,
): Promise<{ accelerator: Accelerator; kvmFault: string | null }> {
  const folder = await mkdtemp(join(tmpdir(), 'osharm-probe-'));
  try {
    const disk = join(folder, 'disk');
    const sector = Buffer.alloc(512);
    sector.write(sectorCode, 'hex');
    sector.writeUInt16LE(0xaa55, 510);
    await writeFile(disk, sector);
    const kvmFault = await probe('kvm', disk, signal);
    if (kvmFault === null) return { accelerator: 'kvm', kvmFault: null };
    const fault = await probe('tcg', disk, signal);
    if (fault === null) return { accelerator: 'tcg', kvmFault };
    throw new EnvironmentError(`QEMU can't run a guest here: ${fault}.`, { code: 'qemu-broken', hint: qemuHint });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function probe(accelerator: Accelerator, disk: string, signal?: AbortSignal | undefined): Promise<string | null> {
  const argv = [
    qemuProgram,
    '-nodefaults',
    '-no-user-config',
    '-display',
    'none',
    '-no-reboot',
    '-m',
    '192',
    '-accel',
    accelerator,
    '-drive',
    `file=${disk},format=raw,if=ide`,
    '-device',
    'isa-debug-exit,iobase=0xf4,iosize=0x04',
  ];
  try {
    const { code, error } = await runTool(argv, { deadline: probeMs[accelerator], signal, hint: qemuHint });
    if (code === word * 2 + 1) return null;
    return error.trim().split('\n').at(-1)?.slice(0, 200) || `it ended with ${code}`;
  } catch (error) {
    if ((error as EnvironmentError).code !== 'tool-deadline') throw error;
    return `a small guest did not run within ${probeMs[accelerator] / 1000} s`;
  }
}
