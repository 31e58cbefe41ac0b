import { randomUUID } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';

const markName = 'OSHARM_AGENT_PROGRAM';
/** Maximum number of scans over all processes. A process may start another one between two scans. */
const mostLooks = 5;
/** In bytes: Linux's default limit for arguments and environment. */
const longestEnvironment = 2 * 2 ** 20;

/**
 * An agent's program and its descendants. Start it with `environment` in a separate process group. On Linux,
 * descendants that leave the group (daemons, browsers) are found by their environment, unless they clear it.
 */
export class ProgramTree {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly #mark: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const value = randomUUID();
    this.environment = { ...environment, [markName]: value };
    this.#mark = `${markName}=${value}`;
  }

  killGroup(first: number | undefined): void {
    if (first === undefined) return;
    kill(-first);
  }

  async end(first: number | undefined): Promise<void> {
    this.killGroup(first);
    for (let look = 0; look < mostLooks; look++) {
      const left = await this.#living();
      if (left.length === 0) return;
      for (const pid of left) kill(pid);
    }
  }

  /**
   * Reads one process at a time, because `/proc` may list thousands of them and an agent can give them huge
   * environments.
   */
  async #living(): Promise<number[]> {
    const mark = Buffer.from(this.#mark);
    const buffer = Buffer.alloc(longestEnvironment);
    const found: number[] = [];
    for (const pid of await readdir('/proc').catch(() => []))
      if (/^\d+$/.test(pid) && (await isOwn(pid)) && (await environmentOf(pid, buffer)).includes(mark))
        found.push(Number(pid));
    return found;
  }
}

/** An agent's program can't have started processes of other accounts, e.g. most of those in a desktop. */
const isOwn = (pid: string): Promise<boolean> =>
  stat(`/proc/${pid}`).then(
    ({ uid }) => uid === process.getuid?.(),
    () => false,
  );

async function environmentOf(pid: string, buffer: Buffer): Promise<Buffer> {
  try {
    await using file = await open(`/proc/${pid}/environ`);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return buffer.subarray(0, 0);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already exited.
  }
}
