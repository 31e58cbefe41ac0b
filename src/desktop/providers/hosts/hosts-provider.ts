import packageJson from '../../../../package.json' with { type: 'json' };
import { EnvironmentError, OsharmError } from '../../../base/errors.ts';
import { isOsharmError, rethrowUnless } from '../../../base/expected-errors.ts';
import type { Desktop, DesktopProvider, DesktopSpec } from '../../client/desktop.ts';
import { closeAll } from '../close-all.ts';
import { readAccess } from './host-access.ts';
import type { HostInfo } from './host-calls.ts';
import { HostConnection } from './host-connection.ts';
import { createHosted } from './hosted-desktop.ts';

interface Host {
  connection: HostConnection;
  info: HostInfo;
  /** Desktops of this client. */
  open: number;
  /** Its connection was lost when a desktop was last created. */
  isLost: boolean;
}

export interface HostsOptions {
  /** Access files, or addresses `https://HOST:PORT`. */
  desktops: readonly string[];
  /** Defaults to this package's, which must be the hosts' too. */
  version?: string;
  /** Milliseconds for which a lost connection is established again. Defaults to a minute. */
  grace?: number;
}

/** Sandboxes of other machines that run `osharm desktop host`. Uses the host with the largest share of free places. */
export class HostsProvider implements DesktopProvider {
  readonly name = 'sandbox';
  /** Includes the wait for a free desktop. */
  readonly createLimit = 3_600_000;
  readonly #options: HostsOptions;
  readonly #open = new Set<Desktop>();
  #hosts: Promise<Host[]> | null = null;

  constructor(options: HostsOptions) {
    this.#options = options;
  }

  /** Throws EnvironmentError if no host answers, or if their images differ. */
  async check(): Promise<void> {
    await this.#connected();
  }

  async imageId(): Promise<string | null> {
    const [host] = await this.#connected();
    return host?.info.image ?? null;
  }

  async create(spec: DesktopSpec, signal?: AbortSignal | undefined): Promise<Desktop> {
    const hosts = await this.#connected();
    const busy = ({ open, info, isLost }: Host): number => (isLost ? Number.MAX_VALUE : open / info.capacity);
    const host = hosts.toSorted((a, b) => busy(a) - busy(b))[0] as Host;
    host.open += 1;
    try {
      const desktop = await createHosted(host.connection, spec, signal);
      host.isLost = false;
      const { close } = desktop;
      const closing = Object.assign(desktop, {
        close: async () => {
          if (this.#open.delete(closing)) host.open -= 1;
          await close();
        },
      });
      this.#open.add(closing);
      return closing;
    } catch (error) {
      host.open -= 1;
      host.isLost = error instanceof OsharmError && error.code === 'host-connection';
      throw error;
    }
  }

  async close(): Promise<void> {
    try {
      await closeAll(this.#open);
    } finally {
      // Any fault: without hosts there is nothing to close.
      const hosts = await this.#hosts?.catch(() => []);
      for (const { connection } of hosts ?? []) connection.close();
    }
  }

  #connected(): Promise<Host[]> {
    this.#hosts ??= this.#connect().catch((error: unknown) => {
      this.#hosts = null;
      throw error;
    });
    return this.#hosts;
  }

  async #connect(): Promise<Host[]> {
    const { desktops, version = packageJson.version, grace } = this.#options;
    const accesses = await Promise.all(desktops.map((address) => readAccess(address)));
    const hosts: Host[] = [];
    let first: unknown = null;
    for (const access of accesses) {
      const connection = new HostConnection({ access, version, grace });
      try {
        hosts.push({ connection, info: await connection.info(), open: 0, isLost: false });
      } catch (error) {
        rethrowUnless(error, isOsharmError);
        connection.close();
        first ??= error;
        if (accesses.length > 1) process.stderr.write(`note: ${(error as Error).message}\n`);
      }
    }
    if (hosts.length === 0) throw first;
    const images = new Map(hosts.map(({ connection, info }) => [info.image, connection.url]));
    if (images.size > 1)
      throw new EnvironmentError(`The hosts have different desktop images: ${[...images.values()].join(', ')}.`, {
        code: 'host-images',
        hint: 'Build the image of the same version on each: osharm setup image build',
      });
    return hosts;
  }
}
