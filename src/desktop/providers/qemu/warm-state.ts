import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';
import { useCached } from '../../client/cache-use.ts';
import { waitForGuest } from '../../client/guest/wait-for-guest.ts';
import { GuestClient } from '../../client/guest-client.ts';
import { takeBuildLock } from '../../image/build-lock.ts';
import { runTool } from '../tool.ts';
import { qemuHint, qemuProgram } from './accelerator.ts';
import { Machine } from './machine.ts';
import { type MachineShape, machineArguments } from './machine-arguments.ts';
import { makeMachineFolder, qemuFolder } from './machine-run.ts';

/** A booted machine: its memory and the matching disk, both read-only. */
export interface WarmState {
  disk: string;
  memory: string;
}

const bootMs = { kvm: 600_000, tcg: 2_400_000 };
/** Time from a desktop's first answer until it is idle. */
const calmMs = { kvm: 5_000, tcg: 20_000 };
const imageMs = 60_000;

/** Hashes name, size and modification time, because hashing 35 GB takes too long. Throws UsageError. */
export async function imageFingerprint(path: string): Promise<string> {
  const found = await stat(path).catch(fallback(null, isSystemError));
  if (found === null || !found.isFile())
    throw new UsageError(`There is no disk image ${path}.`, {
      code: 'qemu-image',
      hint: 'Name it: --qemu-image FILE.qcow2',
    });
  const facts = `${basename(path)}\0${found.size}\0${found.mtimeMs}`;
  return `qcow2-${createHash('sha256').update(facts).digest('hex').slice(0, 16)}`;
}

export async function makeOverlay(overlay: string, base: string): Promise<void> {
  const info = await tool(['qemu-img', 'info', '--output=json', '-U', base]);
  const { format } = JSON.parse(info) as { format: string };
  await tool(['qemu-img', 'create', '-q', '-f', 'qcow2', '-b', base, '-F', format, overlay]);
}

/** Boots the image once and caches the state. Only one process does so; the others wait. */
export async function ensureWarmState(
  image: string,
  shape: MachineShape,
  options: { note: (text: string) => void; signal?: AbortSignal | undefined },
): Promise<WarmState> {
  const version = await tool([qemuProgram, '--version']);
  const facts = JSON.stringify([await imageFingerprint(image), image, shape, version]);
  const name = createHash('sha256').update(facts).digest('hex').slice(0, 16);
  const folder = join(qemuFolder(), 'warm', name);
  useCached(`qemu/warm/${name}`);
  const state = { disk: join(folder, 'disk.qcow2'), memory: join(folder, 'memory') };
  const isThere = async (): Promise<boolean> =>
    (await stat(state.memory).catch(fallback(null, isSystemError))) !== null;
  if (await isThere()) return state;
  const lock = await takeBuildLock(qemuFolder(), {
    onProgress: () => undefined,
    signal: options.signal,
  });
  try {
    if (!(await isThere())) await makeWarmState(image, shape, folder, options);
    return state;
  } finally {
    await lock.release();
  }
}

async function makeWarmState(
  image: string,
  shape: MachineShape,
  folder: string,
  { note, signal }: { note: (text: string) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const start = performance.now();
  const minutes = Math.round(bootMs[shape.accelerator] / 60_000);
  note(
    `${basename(image)} is started once and put to sleep; every desktop wakes from there (at most ${minutes} minutes).`,
  );
  await mkdir(join(folder, '..'), { recursive: true });
  const temporary = await mkdtemp(`${folder}.new-`);
  const run = await makeMachineFolder(undefined);
  let machine: Machine | null = null;
  try {
    const disk = join(temporary, 'disk.qcow2');
    await makeOverlay(disk, image);
    const started = await Machine.start(qemuProgram, machineArguments(shape, disk), run);
    machine = started;
    const guest = new GuestClient({ baseUrl: `http://127.0.0.1:${await started.forward(5000)}` });
    const stop = { signal };
    await waitForGuest(guest, {
      what: `The machine of ${basename(image)}`,
      deadline: bootMs[shape.accelerator],
      period: 2_000,
      alive: () => started.end()?.reason ?? null,
      ...stop,
    });
    guest.close();
    await sleep(calmMs[shape.accelerator], undefined, stop);
    await started.save(join(temporary, 'memory'), signal);
    await started.close();
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
    note(`It took ${((performance.now() - start) / 1000).toFixed(0)} s.`);
  } catch (error) {
    await machine?.close();
    await rm(temporary, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(run, { recursive: true, force: true });
  }
}

async function tool(argv: string[]): Promise<string> {
  const done = await runTool(argv, { deadline: imageMs, hint: qemuHint });
  if (done.code === 0) return done.output;
  throw new EnvironmentError(`${argv[0]} exited with ${done.code}: ${done.error.trim().slice(-300)}`, {
    code: 'qemu-tool',
    hint: qemuHint,
  });
}
