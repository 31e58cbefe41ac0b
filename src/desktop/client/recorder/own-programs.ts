import type { ProgramSeen } from '../desktop.ts';

interface ExpectedProgram {
  argv: string;
  /** Programs that it starts are the harness's too. */
  withChildren: boolean;
}

interface OwnProgram extends ExpectedProgram {
  parent: number;
}

/** Commands that the harness was about to start, at most. */
const mostExpected = 500;

/**
 * Programs that the harness itself starts through the control server. Each command is recognized once, by its whole
 * argument vector, so that an agent can't hide a program by imitating one.
 */
export class OwnPrograms {
  readonly #expected: ExpectedProgram[] = [];
  readonly #byPid = new Map<number, OwnProgram>();
  /** Decisions about programs, because they are listed again. */
  readonly #decided = new Map<string, boolean>();

  /** Call before the command is sent. */
  expect(argv: readonly string[], { withChildren }: { withChildren: boolean }): void {
    if (this.#expected.length >= mostExpected) this.#expected.shift();
    this.#expected.push({ argv: argv.join('\0'), withChildren });
  }

  /** `programs` in the order in which they started. */
  without(programs: readonly ProgramSeen[]): ProgramSeen[] {
    return programs.filter((program) => !this.#isOwn(program));
  }

  /** Those of running processes, after `without` has read the programs until now. */
  withoutRunning(processes: readonly ProgramSeen[]): ProgramSeen[] {
    return processes.filter(({ pid, parent, argv }) => {
      const text = argv.join('\0');
      const own = this.#byPid.get(pid);
      const isStarting = this.#expected.some((expected) => expected.argv === text);
      return !isStarting && own?.argv !== text && this.#byPid.get(parent)?.withChildren !== true;
    });
  }

  #isOwn({ time, pid, parent, argv }: ProgramSeen): boolean {
    const key = `${time} ${pid} ${argv[0]}`;
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const text = argv.join('\0');
    const at = this.#expected.findIndex((expected) => expected.argv === text);
    const [found] = at === -1 ? [] : this.#expected.splice(at, 1);
    const before = this.#byPid.get(pid);
    // Another parent: the number was given to another process.
    const starter = this.#byPid.get(parent) ?? (before?.parent === parent ? before : undefined);
    const isOwn = found !== undefined || starter?.withChildren === true;
    if (isOwn) this.#byPid.set(pid, { argv: text, parent, withChildren: found?.withChildren ?? true });
    else this.#byPid.delete(pid);
    this.#decided.set(key, isOwn);
    return isOwn;
  }
}
