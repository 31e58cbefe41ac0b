import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { EnvironmentError } from '../../../errors.ts';
import type { DesktopEnd, DesktopSpec } from '../../desktop.ts';
import type { IdRange } from '../../id-range.ts';
import { type NamespacedProgram, startInUserNamespace } from '../../user-namespace.ts';
import { makeCgroup, type SandboxCgroup } from './cgroup.ts';
import { InternetClient } from './internet-client.ts';
import { makeListeningSocket } from './listening-socket.ts';
import type { Limits } from './oci-spec.ts';
import { makeRunFolder } from './run-folder.ts';
import { makeScratchFolder, removeScratchFolder } from './scratch-folder.ts';
import { arrangeScript, type Sources, startScript } from './start-script.ts';
import { SupervisorClient } from './supervisor-client.ts';

export interface SandboxOptions {
  spec: DesktopSpec;
  limits: Limits;
  sources: Sources;
  /** Files of the image's certificate authority (PEM). */
  authority: { certificate: string; key: string };
  range: IdRange;
  /** The OCI runtime's command. */
  runtime: string;
}

const keptErrors = 4000;
/** Milliseconds that a supervisor may take to end its sandbox. */
const longestEnd = 2000;

/** The supervisor's descriptors 0 to 5; 3 and 4 are sockets that only it has. */
type Streams = [Writable, Readable, Readable, null, null, Readable];

/** One sandbox: the containers of a desktop and of its internet, and their supervisor, as one tree of processes. */
export class Sandbox {
  /** The desktop's control socket on the host. */
  readonly control: string;
  readonly supervisor: SupervisorClient;
  readonly internet: InternetClient;
  readonly limits: { memory: 'cgroup' | 'watchdog'; pids: 'cgroup' | 'rlimit' };
  readonly #program: NamespacedProgram;
  readonly #folder: string;
  readonly #scratch: string | null;
  readonly #cgroup: SandboxCgroup;
  readonly #ended = Promise.withResolvers<void>();
  #end: DesktopEnd = { state: 'running' };
  #errors = '';

  private constructor(program: NamespacedProgram, folder: string, scratch: string | null, cgroup: SandboxCgroup) {
    this.#program = program;
    this.#folder = folder;
    this.#scratch = scratch;
    this.#cgroup = cgroup;
    this.control = join(folder, 'desktop');
    const [input, output, errors, , , log] = program.process.stdio as unknown as Streams;
    this.internet = new InternetClient(join(folder, 'internet'), log, join(folder, 'bodies'));
    this.supervisor = new SupervisorClient(input, output, (limit, bytes) => {
      this.#destroyed(`it passed its ${limit} limit (${Math.round(bytes / 2 ** 20)} MB)`);
    });
    this.limits = {
      memory: cgroup.limits.memory ? 'cgroup' : 'watchdog',
      pids: cgroup.limits.pids ? 'cgroup' : 'rlimit',
    };
    errors.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString('utf8')).slice(-keptErrors);
    });
    createInterface({ input: program.channel }).on('line', (line) => {
      const [word, name, code] = line.split(' ');
      if (word === 'exited' && name === 'desktop') this.#destroyed(`its first process ended (${code})`);
      if (word === 'exited' && name === 'internet') this.#destroyed('the internet beside it ended');
    });
    program.process.once('exit', () => this.#destroyed('its sandbox ended'));
  }

  static async start(options: SandboxOptions, signal?: AbortSignal): Promise<Sandbox> {
    const { spec } = options;
    const [folder, scratch, cgroup, authority] = await Promise.all([
      makeRunFolder(),
      spec.scratch === undefined ? null : makeScratchFolder(spec.scratch),
      makeCgroup(options.limits),
      readAuthority(options.authority),
    ]);
    try {
      const [desktop, internet] = await Promise.all([
        makeListeningSocket(join(folder, 'desktop')),
        makeListeningSocket(join(folder, 'internet')),
      ]);
      try {
        signal?.throwIfAborted();
        const program = await startInUserNamespace(['sh', '-c', startScript(spec, options.limits, options.runtime)], {
          env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/', LANG: 'C.UTF-8' },
          cwd: '/',
          range: options.range,
          stdio: ['pipe', 'pipe', 'pipe', desktop.descriptor, internet.descriptor, 'pipe'],
          before: cgroup.enter,
          arrange: arrangeScript(options.sources, options.limits, scratch),
          greeting: authority,
        });
        return new Sandbox(program, folder, scratch, cgroup);
      } finally {
        desktop.release();
        internet.release();
      }
    } catch (error) {
      await sweepAfter(folder, scratch, cgroup);
      throw error;
    }
  }

  state(): DesktopEnd {
    return this.#end;
  }

  /** Has the supervisor keep the limits that no cgroup and no tmpfs keeps. `diskBytes`: for an overlay on disk. */
  async watch(diskBytes: number | null, memoryBytes: number): Promise<void> {
    const memory = this.limits.memory === 'cgroup' ? null : memoryBytes;
    if (memory !== null || diskBytes !== null) await this.supervisor.call('watch', { memoryBytes: memory, diskBytes });
  }

  /** Resolves when the desktop is no longer running. */
  ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** What the sandbox's programs wrote to stderr lately, for messages about a start that failed. */
  errors(): string {
    return this.#errors.trim();
  }

  /** Ends every process of the sandbox, and with them its mounts and namespaces. Safe to call again. */
  async close(): Promise<void> {
    if (this.#end.state !== 'closed') {
      this.#end = { state: 'closed' };
      this.#ended.resolve();
    }
    const { process: child, channel } = this.#program;
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      // A supervisor whose stdin closes ends when all others have. One that doesn't is killed, and all others by the kernel.
      child.stdin?.end();
      const slow = setTimeout(() => child.kill('SIGKILL'), longestEnd);
      await exit;
      clearTimeout(slow);
    }
    this.supervisor.end('the desktop was closed');
    channel.destroy();
    for (const stream of child.stdio) stream?.destroy();
    await sweepAfter(this.#folder, this.#scratch, this.#cgroup);
  }

  #destroyed(reason: string): void {
    if (this.#end.state !== 'running') return;
    this.#end = { state: 'destroyed', reason };
    this.#ended.resolve();
  }
}

async function sweepAfter(folder: string, scratch: string | null, cgroup: SandboxCgroup): Promise<void> {
  await Promise.all([
    cgroup.remove(),
    rm(folder, { recursive: true, force: true }),
    scratch === null ? undefined : removeScratchFolder(scratch),
  ]);
}

/** What the doubles sign with, as one line. */
async function readAuthority(files: { certificate: string; key: string }): Promise<string> {
  try {
    const [certificate, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')]);
    return Buffer.from(JSON.stringify({ certificate, key })).toString('base64');
  } catch (cause) {
    throw new EnvironmentError(`The image's certificate authority can't be read: ${(cause as Error).message}.`, {
      code: 'image-damaged',
      hint: 'Run: osharm image build',
      cause,
    });
  }
}
