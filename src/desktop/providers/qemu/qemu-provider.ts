import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from '../../../base/errors.ts';
import { fallback, isOsharmError } from '../../../base/expected-errors.ts';
import { counted } from '../../../base/record/counted.ts';
import type { DesktopCapabilities, DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import type { GuestDesktop } from '../../client/guest/guest-desktop.ts';
import { startTimer } from '../../client/guest/meet-guest.ts';
import { openStream } from '../../client/guest/open-stream.ts';
import type { GuestClient } from '../../client/guest-client.ts';
import { type GuestRecording, guestCapabilities } from '../guest-capabilities.ts';
import { OpenGuests } from '../open-guests.ts';
import { type Accelerator, findAccelerator, qemuProgram } from './accelerator.ts';
import { Machine } from './machine.ts';
import { type MachineShape, machineArguments } from './machine-arguments.ts';
import { makeMachineFolder, sweepMachines } from './machine-run.ts';
import { ensureWarmState, imageFingerprint, makeOverlay, type WarmState } from './warm-state.ts';

export interface QemuOptions extends GuestRecording {
  /** OSWorld's qcow2, or any disk image that boots into a desktop with the control server on port 5000. */
  qemuImage: string;
  qemuKernel?: string;
  qemuInitrd?: string;
  qemuAppend?: string;
  qemuFirmware?: string;
  /** In MiB. */
  vmMemory?: number;
  vmCpus?: number;
  password?: string;
  screenshotBudget?: number;
}

const wakeMs = 120_000;
/** How often to poll a server that doesn't respond before its desktop counts as ended. */
const silence = { tries: 5, pauseMs: 1_000 };

/** Each desktop is a local virtual machine on a temporary disk, resumed from a saved state. */
export class QemuProvider implements DesktopProvider {
  readonly name = 'qemu';
  readonly capabilities: DesktopCapabilities;
  /** Long, because the first desktop waits until the image has booted once. */
  readonly createLimit = 3_600_000;
  readonly #options: QemuOptions;
  readonly #guests: OpenGuests;
  #accelerator: Promise<Accelerator> | null = null;

  constructor(options: QemuOptions) {
    this.capabilities = guestCapabilities(options, { end: true, isClosed: true });
    this.#guests = new OpenGuests(this.name, options);
    if (options.qemuImage === '')
      throw new UsageError('The provider qemu needs a disk image.', {
        code: 'qemu-image',
        hint: 'Add --qemu-image FILE.qcow2.',
      });
    this.#options = { ...options, qemuImage: resolve(options.qemuImage) };
  }

  async check(): Promise<void> {
    await imageFingerprint(this.#options.qemuImage);
    const swept = await sweepMachines();
    if (swept > 0) note(`stopped ${counted(swept, 'machine')} left running by killed runs.`);
    await this.#findAccelerator();
  }

  imageId(): Promise<string> {
    return imageFingerprint(this.#options.qemuImage);
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<GuestDesktop> {
    if (spec.network === 'hermetic')
      throw new UsageError('The provider qemu has no mock services.', { code: 'network-provider' });
    const { startTimings, mark } = startTimer();
    const { qemuImage, password = 'password', screenshotBudget } = this.#options;
    const shape = await this.#shape(spec);
    const stop = { signal };
    const warm = await ensureWarmState(qemuImage, shape, { note, ...stop });
    mark('warm');
    const folder = await makeMachineFolder(spec.scratch);
    const machine = await wokenOn(warm, shape, folder, signal);
    try {
      await machine.load(warm.memory, signal);
      mark('woken');
      return await this.#guests.meet({
        baseUrl: `http://127.0.0.1:${await machine.forward(5000)}`,
        spec,
        what: 'The machine',
        deadline: wakeMs,
        period: 100,
        alive: () => machine.end()?.reason ?? null,
        screenshotBudget,
        signal,
        image: await this.imageId(),
        password,
        startTimings,
        mark,
        prepare: (guest) => {
          mark('answers');
          return setClock(guest, password, signal);
        },
        connect: async (port, innerSignal) =>
          openStream(
            { host: '127.0.0.1', port: await machine.forward(port) },
            { what: `Port ${port}`, signal: innerSignal },
          ),
        isNetworkClosed: spec.network !== 'host',
        whyGone: (guest) => whyGone(machine, guest),
        release: () => machine.close(),
      });
    } catch (error) {
      await machine.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#guests.close();
  }

  async #shape(spec: DesktopSpec): Promise<MachineShape> {
    const { qemuKernel, qemuInitrd, qemuAppend, qemuFirmware, vmMemory = 4096, vmCpus = 4 } = this.#options;
    return {
      accelerator: await this.#findAccelerator(),
      memory: vmMemory,
      cpus: vmCpus,
      isolated: spec.network !== 'host',
      width: spec.width,
      height: spec.height,
      kernel: qemuKernel === undefined ? undefined : resolve(qemuKernel),
      initrd: qemuInitrd === undefined ? undefined : resolve(qemuInitrd),
      append: qemuAppend,
      firmware: qemuFirmware === undefined ? undefined : resolve(qemuFirmware),
    };
  }

  #findAccelerator(): Promise<Accelerator> {
    this.#accelerator ??= findAccelerator().then(({ accelerator, kvmFault }) => {
      if (kvmFault !== null)
        note(
          `KVM can't be used (${kvmFault}): machines are emulated, at least ten times slower. Timings are meaningless.`,
        );
      return accelerator;
    });
    return this.#accelerator;
  }
}

/** Removes the folder on failure. */
async function wokenOn(
  warm: WarmState,
  shape: MachineShape,
  folder: string,
  signal?: AbortSignal | undefined,
): Promise<Machine> {
  try {
    const overlay = join(folder, 'disk.qcow2');
    await makeOverlay(overlay, warm.disk);
    signal?.throwIfAborted();
    return await Machine.start(qemuProgram, [...machineArguments(shape, overlay), '-incoming', 'defer'], folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Necessary because the clock of a resumed machine continues from the time when it was saved. */
async function setClock(guest: GuestClient, password: string, signal?: AbortSignal | undefined): Promise<string[]> {
  const script = 'printf "%s\\n" "$0" | sudo -S -p "" date -u -s "@$1"';
  const now = (Date.now() / 1000).toFixed(3);
  const set = await guest.exec(['bash', '-c', script, password, now], { signal });
  return set.returncode === 0 ? [] : [`The machine's clock could not be set: ${set.error.trim().slice(0, 200)}`];
}

/** If this process's machine runs but the control server is dead, something inside must have ended it. */
async function whyGone(machine: Machine, guest: GuestClient): Promise<string | null> {
  for (let count = 0; count < silence.tries; count += 1) {
    await sleep(silence.pauseMs);
    const end = machine.end();
    if (end !== null) return end.byGuest ? end.reason : null;
    const answers = await guest.exec(['true'], { timeoutMs: 10_000 }).then(() => true, fallback(false, isOsharmError));
    if (answers) return null;
  }
  return 'its control server ended, but the machine is still running';
}

function note(text: string): void {
  process.stderr.write(`note: ${text}\n`);
}
