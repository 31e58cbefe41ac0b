import type { ProgramSeen } from '../desktop.ts';

interface ExpectedProgram {
  argv: string;
  /** Programs that it starts are the harness's too. */
  withChildren: boolean;
}

export interface RecordedProgram extends ProgramSeen {
  /** Identifies the process and its ancestors, nearest first. No two processes of a machine share an identity. */
  lineage: string[];
}

/** Commands that the harness was about to start, at most. */
const mostExpected = 500;

/**
 * Programs that the harness itself starts through the control server. Each command is recognized once, by its whole
 * argument vector, so that an agent can't hide a program by imitating one.
 */
export class OwnPrograms {
  readonly #expected: ExpectedProgram[] = [];
  readonly #byIdentity = new Map<string, ExpectedProgram>();
  /** Decisions about programs, because they are listed again. */
  readonly #decided = new Map<string, boolean>();

  /** Call before the command is sent. */
  expect(argv: readonly string[], { withChildren }: { withChildren: boolean }): void {
    if (this.#expected.length >= mostExpected) this.#expected.shift();
    this.#expected.push({ argv: argv.join('\0'), withChildren });
  }

  /** `programs` in the order in which they started. */
  without(programs: readonly RecordedProgram[]): ProgramSeen[] {
    return programs.filter((program) => !this.#isOwn(program)).map(({ lineage, ...program }) => program);
  }

  /** Those of running processes, after `without` has read the programs until now. */
  withoutRunning(processes: readonly RecordedProgram[]): ProgramSeen[] {
    return processes
      .filter(({ argv, lineage: [identity = '', ...ancestors] }) => {
        const text = argv.join('\0');
        const isStarting = this.#expected.some((expected) => expected.argv === text);
        const isKnown = this.#byIdentity.get(identity)?.argv === text;
        return !isStarting && !isKnown && !this.#haveStarted(ancestors);
      })
      .map(({ lineage, ...program }) => program);
  }

  #isOwn({ time, pid, argv, lineage }: RecordedProgram): boolean {
    const key = `${time} ${pid} ${argv[0]}`;
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const [identity = ''] = lineage;
    const text = argv.join('\0');
    const at = this.#expected.findIndex((expected) => expected.argv === text);
    const [found] = at === -1 ? [] : this.#expected.splice(at, 1);
    // With the process itself, which may execute one program after another.
    const isOwn = found !== undefined || this.#haveStarted(lineage);
    if (isOwn) this.#byIdentity.set(identity, { argv: text, withChildren: found?.withChildren ?? true });
    else this.#byIdentity.delete(identity);
    this.#decided.set(key, isOwn);
    return isOwn;
  }

  #haveStarted(ancestors: readonly string[]): boolean {
    return ancestors.some((identity) => this.#byIdentity.get(identity)?.withChildren === true);
  }
}
