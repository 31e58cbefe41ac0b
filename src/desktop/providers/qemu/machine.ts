import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EnvironmentError } from '../../../base/errors.ts';
import { fallback, isAborted } from '../../../base/expected-errors.ts';
import { pause } from '../../client/pause.ts';
import { noteMachine } from './machine-run.ts';
import { QmpClient } from './qmp-client.ts';

const startMs = 30_000;
const quitMs = 5_000;
const transferMs = 600_000;
const transferPoll = 50;
/** Bytes per second for saving memory; effectively unlimited. */
const noLimit = 2 ** 40;

/** `byGuest`: the guest shut the machine down. */
export interface MachineEnd {
  byGuest: boolean;
  reason: string;
}

/** One QEMU process. It is killed when this process ends. `close` removes its folder. */
export class Machine {
  readonly #child: ChildProcess;
  readonly #folder: string;
  #qmp: QmpClient | null = null;
  #end: MachineEnd | null = null;
  #output = '';
  #switchedOff: string | null = null;
  #isClosing = false;
  readonly #forwards = new Map<number, Promise<number>>();

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.#folder = folder;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-4000);
    });
    child.once('error', (error) => {
      this.#end = { byGuest: false, reason: error.message };
    });
    child.once('exit', (code, signal) => {
      const lastLine = this.#output.trim().split('\n').at(-1) ?? '';
      this.#end = {
        byGuest: this.#switchedOff !== null && !this.#isClosing,
        reason:
          this.#switchedOff ??
          `QEMU ended with ${signal ?? code}${lastLine === '' ? '' : ` (${lastLine.slice(0, 300)})`}`,
      };
    });
  }

  /** `folder`: see `makeMachineFolder`. Throws EnvironmentError if QEMU doesn't start. */
  static async start(program: string, args: readonly string[], folder: string): Promise<Machine> {
    const socket = join(folder, 'qmp');
    if (Buffer.byteLength(socket) > 100)
      throw new EnvironmentError(`${folder} is too long for the path of a socket.`, {
        code: 'qemu-path',
        hint: 'Set OSHARM_CACHE (or --scratch) to a folder with a shorter name.',
      });
    const child = spawn(
      'setpriv',
      ['--pdeathsig', 'KILL', program, ...args, '-qmp', `unix:${socket.replaceAll(',', ',,')},server=on,wait=off`],
      // A separate process group, so that Ctrl-C doesn't reach it.
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    const machine = new Machine(child, folder);
    try {
      if (child.pid !== undefined) await noteMachine(folder, child.pid);
      machine.#qmp = await QmpClient.connect(socket, {
        deadline: startMs,
        alive: () => machine.end()?.reason ?? null,
        onEvent: ({ event, data }) => {
          if (event === 'SHUTDOWN' && data?.guest === true)
            machine.#switchedOff = `the machine was switched off from inside (${String(data.reason ?? 'no reason given')})`;
          if (event === 'GUEST_PANICKED') machine.#switchedOff = 'the kernel of the machine panicked';
        },
      });
      return machine;
    } catch (error) {
      await machine.close();
      throw error;
    }
  }

  end(): MachineEnd | null {
    return this.#end;
  }

  /** Returns a loopback port of the host that is forwarded to `port` inside. */
  forward(port: number): Promise<number> {
    const known = this.#forwards.get(port) ?? this.#addForward(port);
    this.#forwards.set(port, known);
    // Any fault: the caller gets it, and the next call tries again.
    known.catch(() => this.#forwards.delete(port));
    return known;
  }

  async #addForward(port: number): Promise<number> {
    const qmp = this.#monitor();
    const answer = await qmp.monitor(`hostfwd_add net0 tcp:127.0.0.1:0-:${port}`);
    const listed = await qmp.monitor('info usernet');
    for (const [, outside, inside] of listed.matchAll(/TCP\[HOST_FORWARD\]\s+\d+\s+\S+\s+(\d+)\s+\S+\s+(\d+)/g))
      if (Number(inside) === port) return Number(outside);
    throw new EnvironmentError(`QEMU does not forward port ${port}: ${answer.trim() || 'no reason given'}.`, {
      code: 'qemu-forward',
    });
  }

  /** Stops the machine permanently and writes memory and devices to `file`. */
  async save(file: string, signal?: AbortSignal | undefined): Promise<void> {
    const qmp = this.#monitor();
    await qmp.call('stop');
    await qmp.call('migrate-set-parameters', { 'max-bandwidth': noLimit });
    await qmp.call('migrate', { uri: `exec:cat >${quoted(file)}` });
    await this.#transferred(signal);
  }

  /** The machine must have been started with `-incoming defer`. */
  async load(file: string, signal?: AbortSignal | undefined): Promise<void> {
    const qmp = this.#monitor();
    await qmp.call('migrate-incoming', { uri: `exec:cat ${quoted(file)}` });
    await this.#transferred(signal);
    await qmp.call('cont');
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#end === null && this.#child.pid !== undefined) {
      const ended = once(this.#child, 'exit');
      // Any fault: a machine that doesn't quit is killed below.
      await this.#qmp?.call('quit', {}, quitMs).catch(() => undefined);
      const late = new AbortController();
      await Promise.race([
        ended,
        sleep(quitMs, undefined, { signal: late.signal }).catch(fallback(undefined, isAborted)),
      ]);
      late.abort();
      if (this.#end === null) {
        this.#child.kill('SIGKILL');
        await ended;
      }
    }
    this.#qmp?.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #transferred(signal?: AbortSignal | undefined): Promise<void> {
    const end = performance.now() + transferMs;
    for (;;) {
      const { status, 'error-desc': fault } = await this.#monitor().call<{ status?: string; 'error-desc'?: string }>(
        'query-migrate',
      );
      if (status === 'completed') return;
      if (status === 'failed' || status === 'cancelled' || performance.now() > end)
        throw new EnvironmentError(`The machine's memory could not be saved or loaded: ${fault ?? status}.`, {
          code: 'qemu-snapshot',
          isRetryable: true,
        });
      await pause(transferPoll, signal);
    }
  }

  #monitor(): QmpClient {
    if (this.#qmp !== null && this.#end === null) return this.#qmp;
    throw new EnvironmentError(`The virtual machine is not running: ${this.#end?.reason ?? 'it never started'}.`, {
      code: 'qemu-ended',
    });
  }
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;
