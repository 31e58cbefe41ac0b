import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { fallback, isMalformed, isOsharmError, rethrowUnless } from '../../../base/expected-errors.ts';
import { isAlive } from '../../../base/record/lease/liveness.ts';
import { ownIdentity, type ProcessIdentity, readIdentity } from '../../../base/record/lease/process-identity.ts';
import type { DesktopCapabilities, DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import type { GuestDesktop } from '../../client/guest/guest-desktop.ts';
import { startTimer } from '../../client/guest/meet-guest.ts';
import { openStream } from '../../client/guest/open-stream.ts';
import { type GuestRecording, guestCapabilities, refuseNetwork } from '../guest-capabilities.ts';
import { OpenGuests } from '../open-guests.ts';
import { ContainerTool, ownerLabel } from './container-tool.ts';

export interface DockerOptions extends GuestRecording {
  containerImage: string;
  /** OSWorld's qcow2 file, which OSWorld's image runs as a virtual machine in the container. */
  containerDisk?: string;
  /** In MiB. */
  vmMemory?: number;
  vmCpus?: number;
  password?: string;
  screenshotBudget?: number;
}

const osworldImage = 'happysixd/osworld-docker';
const ports = [5000, 9222, 8006, 8080];
/** OSWorld's limit. The container may have to boot a virtual machine. */
const readyMs = 300_000;

/** Creates a new container for each run and removes it afterwards. */
export class DockerProvider implements DesktopProvider {
  readonly name = 'docker';
  readonly capabilities: DesktopCapabilities;
  readonly createLimit = 900_000;
  readonly #options: DockerOptions;
  readonly #tool = new ContainerTool();
  readonly #guests: OpenGuests;
  readonly #disk: string | null;
  #image: Promise<string> | null = null;

  constructor(options: DockerOptions) {
    this.capabilities = guestCapabilities(options, { end: true });
    this.#guests = new OpenGuests(this.name, options);
    const isOsworld = options.containerDisk !== undefined;
    this.#options = { ...options, containerImage: options.containerImage || (isOsworld ? osworldImage : '') };
    if (this.#options.containerImage === '')
      throw new UsageError('The provider docker needs a container image.', {
        code: 'container-image',
        hint: `Add --container-image NAME (made by: osharm setup image export --oci FILE), or --container-disk FILE.qcow2 for ${osworldImage}.`,
      });
    this.#disk = options.containerDisk === undefined ? null : resolve(options.containerDisk);
    if (this.#disk !== null && !existsSync(this.#disk))
      throw new UsageError(`There is no disk image ${this.#disk}.`, { code: 'container-disk' });
    if (this.#disk?.includes(':'))
      throw new UsageError(`A container can't mount ${this.#disk}: its name contains a colon.`, {
        code: 'container-disk',
        hint: 'Link it under a name without a colon.',
      });
  }

  async check(): Promise<void> {
    if (this.#disk !== null && !existsSync('/dev/kvm'))
      throw new EnvironmentError('OSWorld’s container runs a virtual machine and needs /dev/kvm.', {
        code: 'container-kvm',
        hint: 'Use --provider qemu, which emulates without KVM, or osharm’s own image without --container-disk.',
      });
    await this.#tool.check();
    await this.#sweep();
    await this.imageId();
  }

  imageId(): Promise<string> {
    this.#image ??= this.#tool.imageId(this.#options.containerImage);
    return this.#image;
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<GuestDesktop> {
    refuseNetwork(this.name, spec.network);
    const { startTimings, mark } = startTimer();
    const image = await this.imageId();
    // Choose the name in advance, because an aborted start may leave a container without printing its id.
    const name = `osharm-${process.pid}-${randomBytes(6).toString('hex')}`;
    const id = await this.#tool
      .run(['--name', name, ...this.#words(spec)], { signal })
      .catch(async (error: unknown) => {
        await this.#tool.remove(name).catch(fallback(undefined, isOsharmError));
        throw error;
      });
    try {
      mark('started');
      const outside = await this.#tool.port(id, 5000, { signal });
      if (outside === null) {
        const end = await this.#endOf(id);
        throw new EnvironmentError(
          end === null ? 'The container publishes no port 5000.' : `The container ended while it started: ${end}.`,
          { code: 'container-port', hint: 'Is it an image of osharm setup image export, or OSWorld’s?' },
        );
      }
      return await this.#guests.meet({
        baseUrl: `http://127.0.0.1:${outside}`,
        spec,
        what: `The container ${id.slice(0, 12)}`,
        deadline: readyMs,
        signal,
        alive: () => this.#endOf(id),
        screenshotBudget: this.#options.screenshotBudget,
        image,
        password: this.#options.password,
        startTimings,
        mark,
        connect: async (port, innerSignal) => {
          const leased = await this.#tool.port(id, port, { signal: innerSignal });
          if (leased !== null)
            return openStream({ host: '127.0.0.1', port: leased }, { what: `Port ${port}`, signal: innerSignal });
          throw new EnvironmentError(`Port ${port} of the container is not published (${ports.join(', ')} are).`, {
            code: 'desktop-port',
          });
        },
        whyGone: () => this.#whyGone(id),
        release: () => this.#tool.remove(id),
      });
    } catch (error) {
      await this.#tool.remove(id).catch(fallback(undefined, isOsharmError));
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#guests.close();
  }

  #words({ width, height }: DesktopSpec): string[] {
    const { containerImage, vmMemory = 4096, vmCpus = 4 } = this.#options;
    const owner = encodeURIComponent(JSON.stringify(ownIdentity()));
    const common = [
      '--label',
      `${ownerLabel}=${owner}`,
      // The daemon assigns the host ports, so that desktops don't collide.
      ...ports.flatMap((port) => ['--publish', `127.0.0.1::${port}`]),
    ];
    if (this.#disk === null)
      return [
        ...common,
        '--memory',
        `${vmMemory}m`,
        '--cpus',
        String(vmCpus),
        '--shm-size',
        '1g',
        '--pids-limit',
        '2048',
        '--env',
        `SESSION_WIDTH=${width}`,
        '--env',
        `SESSION_HEIGHT=${height}`,
        containerImage,
      ];
    return [
      ...common,
      '--device',
      '/dev/kvm',
      '--cap-add',
      'NET_ADMIN',
      '--volume',
      `${this.#disk}:/System.qcow2:ro`,
      '--env',
      'DISK_SIZE=32G',
      '--env',
      `RAM_SIZE=${vmMemory}M`,
      '--env',
      `CPU_CORES=${vmCpus}`,
      containerImage,
    ];
  }

  async #whyGone(id: string): Promise<string | null> {
    const state = await this.#tool.state(id).catch(fallback(null, isOsharmError));
    if (state === null || state.status === 'running' || state.killedForMemory) return null;
    return `its container ended with ${state.exitCode}`;
  }

  async #endOf(id: string): Promise<string | null> {
    const state = await this.#tool.state(id).catch(fallback(null, isOsharmError));
    if (state === null || !['exited', 'dead'].includes(state.status)) return null;
    const lastWords = await this.#tool.lastWords(id).catch(fallback('', isOsharmError));
    return `it exited with ${state.exitCode}${state.killedForMemory ? ', out of memory' : ''}${lastWords === '' ? '' : ` (${lastWords})`}`;
  }

  /** Removes containers whose owner has died. Skips owners on other machines and in other pid namespaces. */
  async #sweep(): Promise<void> {
    for (const { id, owner } of await this.#tool.owned()) {
      const identity = parsed(owner);
      if (identity !== null && !isAlive(identity, null)) await this.#tool.remove(id);
    }
  }
}

function parsed(owner: string): ProcessIdentity | null {
  try {
    return readIdentity(decodeURIComponent(owner));
  } catch (error) {
    rethrowUnless(error, isMalformed);
    return null;
  }
}
