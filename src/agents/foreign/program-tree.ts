import { randomUUID } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';

/** What an agent's program and everything that it starts has in its environment. */
const markName = 'OSHARM_AGENT_PROGRAM';
/** Looks at all processes: one may start another between two of them. */
const mostLooks = 5;
/** Bytes of an environment that are looked through: what a program can be started with. */
const longestEnvironment = 2 * 2 ** 20;

/**
 * An agent's program and what it starts. Start it with `environment` in a process group of its own. Programs that leave the group (daemons,
 * browsers) are found by their environment, where the system tells of it (Linux). One that empties its environment too is not found.
 */
export class ProgramTree {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly #mark: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const value = randomUUID();
    this.environment = { ...environment, [markName]: value };
    this.#mark = `${markName}=${value}`;
  }

  /** Kills the group of its first process: what a shell started too. */
  killGroup(first: number | undefined): void {
    if (first === undefined) return;
    kill(-first);
  }

  /** Kills all of it. */
  async end(first: number | undefined): Promise<void> {
    this.killGroup(first);
    for (let look = 0; look < mostLooks; look++) {
      const left = await this.#living();
      if (left.length === 0) return;
      for (const pid of left) kill(pid);
    }
  }

  /** One after another: beside the program's there may be thousands, whose environments a desktop's agent made long. */
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

/** Processes of other accounts, as those in a desktop mostly are, are none that an agent's program started. */
const isOwn = (pid: string): Promise<boolean> =>
  stat(`/proc/${pid}`).then(
    ({ uid }) => uid === process.getuid?.(),
    () => false,
  );

/** Empty of those that ended and were not collected, unreadable of other people's. */
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
    // Nobody of it is left.
  }
}
