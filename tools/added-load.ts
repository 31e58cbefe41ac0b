import { type ChildProcess, spawn } from 'node:child_process';

/** Seconds after which a busy process exits on its own, even if its parent crashed. */
const longest = 7200;

/** Keeps `count` processes busy until `end` is called, which raises the load average by that number. */
export class AddedLoad {
  readonly #spinners: readonly ChildProcess[];

  constructor(count: number) {
    this.#spinners = Array.from({ length: count }, () =>
      spawn('timeout', [String(longest), 'sh', '-c', 'while :; do :; done'], { stdio: 'ignore' }),
    );
    process.once('exit', this.end);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, this.#stop);
  }

  // A signal ends a process without an `exit` event.
  readonly #stop = (): void => process.exit(1);

  readonly end = (): void => {
    process.off('exit', this.end);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, this.#stop);
    // `timeout` forwards the signal to its child.
    for (const spinner of this.#spinners) spinner.kill('SIGTERM');
  };
}
