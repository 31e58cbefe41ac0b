import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect as connectTcp, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DesktopProvider } from '../../src/desktop/client/desktop.ts';
import { DesktopHost, type DesktopHostOptions } from '../../src/desktop/providers/hosts/desktop-host.ts';
import { type HostAccess, hostIdentity } from '../../src/desktop/providers/hosts/host-access.ts';

/** A host of desktops behind a cable that a test can pull. */
export class LendingHost {
  readonly access: HostAccess;
  readonly #folder: string;
  readonly #host: DesktopHost;
  readonly #cable: Cable;

  static async start(
    provider: DesktopProvider,
    options: Partial<Pick<DesktopHostOptions, 'capacity' | 'grace' | 'version'>> = {},
  ): Promise<LendingHost> {
    const folder = mkdtempSync(join(tmpdir(), 'osharm-host-'));
    const identity = await hostIdentity(folder);
    const host = new DesktopHost({ provider, capacity: 4, version: '1.0.0', ...identity, ...options });
    const cable = await Cable.to(await host.start('127.0.0.1', 0));
    const { token, certificate } = identity;
    return new LendingHost({ url: `https://127.0.0.1:${cable.port}`, token, certificate }, folder, host, cable);
  }

  private constructor(access: HostAccess, folder: string, host: DesktopHost, cable: Cable) {
    this.access = access;
    this.#folder = folder;
    this.#host = host;
    this.#cable = cable;
  }

  /** Cuts every connection, and refuses new ones for some milliseconds. */
  pull(milliseconds = 0): void {
    this.#cable.pull(milliseconds);
  }

  /** Connections stay open and carry nothing more. */
  freeze(): void {
    this.#cable.freeze();
  }

  async close(): Promise<void> {
    this.#cable.close();
    await this.#host.close();
    rmSync(this.#folder, { recursive: true });
  }
}

class Cable {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isOutUntil = 0;

  static async to(target: number): Promise<Cable> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Cable(server, target);
  }

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (near) => {
      if (Date.now() < this.#isOutUntil) return near.destroy();
      const far = connectTcp(target, '127.0.0.1');
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
      return undefined;
    });
  }

  pull(milliseconds: number): void {
    this.#isOutUntil = Date.now() + milliseconds;
    for (const socket of this.#sockets) socket.destroy();
  }

  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe();
  }

  close(): void {
    this.pull(0);
    this.#server.close();
  }
}
