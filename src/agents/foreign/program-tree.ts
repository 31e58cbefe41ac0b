import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** What an agent's program and everything that it starts has in its environment. */
const markName = 'OSHARM_AGENT_PROGRAM';
/** Looks at all processes: one may start another between two of them. */
const mostLooks = 5;

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

  async #living(): Promise<number[]> {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const found = await Promise.all(
      pids.map(async (pid) => {
        // Empty of those that ended and were not collected, unreadable of other people's.
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
        return environment.split('\0').includes(this.#mark) ? [Number(pid)] : [];
      }),
    );
    return found.flat();
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Nobody of it is left.
  }
}
