import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A claim, and the commands that prove it. A failing command stops the proof. */
export interface Proof {
  shows: string;
  /** On two idle cores. */
  minutes: number;
  /**
   * Commands at full size. A command is a program, relative to the repository's root (`tools/….ts`, `bin/osharm`), and
   * its arguments, separated by spaces. It exits with 0 if the claim holds and 3 if the machine lacks something. Its
   * last line has the figures, or names what is missing.
   */
  full: readonly string[];
  /** Commands at a size of seconds, for CI. They must be able to fail too. */
  small: readonly string[];
  isMeasurement?: true;
  /** Checks times or memory, so no other proof may run at the same time. */
  runsAlone?: true;
  /** Required programs. If one is missing, the proof is skipped and the table names the program. */
  needs?: readonly string[];
}

/** Minutes after which a full-size proof is killed: four times its duration plus ten for starting. */
export const deadlineMinutes = (proof: Proof): number => 4 * proof.minutes + 10;

export const smallDeadlineMinutes = 4;

export function missingPrograms({ needs = [] }: Pick<Proof, 'needs'>, path = process.env.PATH ?? ''): string[] {
  const folders = [...path.split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  const isThere = (program: string): boolean =>
    folders.some((folder) => {
      try {
        accessSync(join(folder, program), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
  return needs.filter((program) => !isThere(program));
}
