import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isOsharmError } from '../../../base/expected-errors.ts';
import type { DesktopCapabilities, DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import type { GuestDesktop } from '../../client/guest/guest-desktop.ts';
import { startTimer } from '../../client/guest/meet-guest.ts';
import { openStream } from '../../client/guest/open-stream.ts';
import { type GuestRecording, guestCapabilities, refuseNetwork } from '../guest-capabilities.ts';
import { OpenGuests } from '../open-guests.ts';
import { DesktopLeases } from '../remote/desktop-leases.ts';
import { readMachines } from './machine-list.ts';
import { Vmrun } from './vmrun.ts';

export interface VmwareOptions extends GuestRecording {
  pathToVm: readonly string[];
  /** Defaults to OSWorld's `init_state`. */
  vmSnapshot?: string;
  password?: string;
  screenshotBudget?: number;
  leaseFile?: string;
  /** Milliseconds between calls of vmrun, for tests. */
  pollMs?: number;
}

const readyMs = 300_000;

/** Each run reverts a machine to its snapshot. */
export class VmwareProvider implements DesktopProvider {
  readonly name = 'vmware';
  readonly capabilities: DesktopCapabilities;
  readonly createLimit = 3_600_000;
  readonly #options: VmwareOptions;
  readonly #machines: readonly string[];
  readonly #snapshot: string;
  readonly #vmrun: Vmrun;
  readonly #guests: OpenGuests;
  readonly #leases: DesktopLeases;

  constructor(options: VmwareOptions) {
    this.capabilities = guestCapabilities(options, { end: false });
    this.#guests = new OpenGuests(this.name, options);
    this.#options = options;
    this.#machines = readMachines(options.pathToVm);
    this.#snapshot = options.vmSnapshot ?? 'init_state';
    this.#vmrun = new Vmrun(undefined, options.pollMs);
    this.#leases = new DesktopLeases(options.leaseFile);
  }

  /** Throws EnvironmentError if vmrun is missing or a machine lacks the snapshot. */
  async check(): Promise<void> {
    for (const vmx of this.#machines) {
      const there = await this.#vmrun.snapshots(vmx);
      if (there.includes(this.#snapshot)) continue;
      throw new EnvironmentError(`${vmx} has no snapshot ${this.#snapshot}.`, {
        code: 'vmware-snapshot',
        hint: `It has: ${there.join(', ') || 'none'}. Name one with --vm-snapshot, or create it: vmrun snapshot "${vmx}" ${this.#snapshot}`,
      });
    }
  }

  /** Hashes the names of machines and snapshot, but not the contents of disks. */
  async imageId(): Promise<string> {
    const names = [...new Set(this.#machines.map((vmx) => basename(vmx)))].sort();
    const digest = createHash('sha256')
      .update(`${names.join('\0')}\0${this.#snapshot}`)
      .digest('hex')
      .slice(0, 8);
    return `vmware-${names[0]?.replace(/\.vmx$/, '')}-${this.#snapshot}-${digest}`;
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<GuestDesktop> {
    refuseNetwork(this.name, spec.network);
    const { startTimings, mark } = startTimer();
    const { url: vmx } = await this.#leases.wait(this.#machines, { signal });
    mark('leased');
    const stop = { signal };
    try {
      await this.#vmrun.stop(vmx, stop);
      await this.#vmrun.revert(vmx, this.#snapshot, stop);
      mark('reverted');
      await this.#vmrun.start(vmx, stop);
      const address = await this.#vmrun.address(vmx, stop);
      mark('started');
      const host = address.includes(':') ? `[${address}]` : address;
      return await this.#guests.meet({
        baseUrl: `http://${host}:5000`,
        spec,
        what: `The machine ${basename(vmx)} (${address})`,
        deadline: readyMs,
        signal,
        screenshotBudget: this.#options.screenshotBudget,
        image: await this.imageId(),
        password: this.#options.password,
        startTimings,
        mark,
        connect: (port, innerSignal) =>
          openStream({ host: address, port }, { what: `Port ${port} of the machine`, signal: innerSignal }),
        release: async () => {
          try {
            await this.#vmrun.stop(vmx);
          } finally {
            this.#leases.release(vmx);
          }
        },
      });
    } catch (error) {
      await this.#vmrun.stop(vmx).catch(fallback(undefined, isOsharmError));
      this.#leases.release(vmx);
      throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await this.#guests.close();
    } finally {
      this.#leases.close();
    }
  }
}
