import { resolve } from 'node:path';
import { EnvironmentError } from '../../../base/errors.ts';
import { pause } from '../../client/pause.ts';
import { runTool } from '../tool.ts';

const callMs = 60_000;
const revertMs = 300_000;
const startMs = 300_000;
const addressMs = 180_000;
const usualPollMs = 1_000;

interface Waiting {
  signal?: AbortSignal | undefined;
}

/** VMware's command-line tool. Every call has a deadline, and errors include the tool's message. */
export class Vmrun {
  readonly #program: string;
  readonly #product: string;
  readonly #pollMs: number;

  constructor(program = process.env.OSHARM_VMRUN || 'vmrun', pollMs = usualPollMs) {
    this.#program = program;
    this.#pollMs = pollMs;
    this.#product = process.platform === 'darwin' ? 'fusion' : 'ws';
  }

  async list(options: Waiting = {}): Promise<string[]> {
    const lines = (await this.#call(['list'], callMs, options)).split('\n').slice(1);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  async snapshots(vmx: string, options: Waiting = {}): Promise<string[]> {
    const lines = (await this.#call(['listSnapshots', vmx], callMs, options)).split('\n').slice(1);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  async revert(vmx: string, snapshot: string, options: Waiting = {}): Promise<void> {
    await this.#call(['revertToSnapshot', vmx, snapshot], revertMs, options);
  }

  async start(vmx: string, options: Waiting = {}): Promise<void> {
    await this.#call(['start', vmx, 'nogui'], startMs, options);
    await this.#until(`${vmx} is not among the running machines`, startMs, options, () => this.isRunning(vmx, options));
  }

  async isRunning(vmx: string, options: Waiting = {}): Promise<boolean> {
    return (await this.list(options)).some((path) => resolve(path) === resolve(vmx));
  }

  /** Waits until the guest's VMware Tools report its address. */
  async address(vmx: string, options: Waiting = {}): Promise<string> {
    let found = '';
    await this.#until(`${vmx} has no address`, addressMs, options, async () => {
      // Omits -wait, which has no timeout. The command fails until VMware Tools are running.
      found = await this.#call(['getGuestIPAddress', vmx], callMs, options).then(
        (output) => output.trim(),
        (error: EnvironmentError) => {
          if (error.code === 'vmrun-failed') return '';
          throw error;
        },
      );
      return /^[0-9a-fA-F.:]+$/.test(found) && found !== '0.0.0.0';
    });
    return found;
  }

  /** Powers the machine off without shutting it down, because its state is discarded anyway. */
  async stop(vmx: string, options: Waiting = {}): Promise<void> {
    if (await this.isRunning(vmx, options)) await this.#call(['stop', vmx, 'hard'], callMs, options);
  }

  async #call(words: string[], deadline: number, { signal }: Waiting): Promise<string> {
    const { code, output, error } = await runTool([this.#program, '-T', this.#product, ...words], {
      deadline,
      signal,
      hint: 'vmrun comes with VMware Workstation, Player or Fusion. If it is not on the PATH, set OSHARM_VMRUN=/path/to/vmrun.',
    });
    if (code === 0 && !output.startsWith('Error:')) return output;
    const message = (output.trim() || error.trim()).slice(0, 500);
    throw new EnvironmentError(`vmrun ${words[0]} failed: ${message || `it exited with ${code}`}`, {
      code: 'vmrun-failed',
      isRetryable: true,
    });
  }

  async #until(fault: string, deadline: number, { signal }: Waiting, isDone: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + deadline;
    while (!(await isDone())) {
      if (performance.now() > end)
        throw new EnvironmentError(`${fault} after ${deadline / 1000} s.`, {
          code: 'vmware-deadline',
          isRetryable: true,
        });
      await pause(this.#pollMs, signal);
    }
  }
}
