import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One proof: what it shows, and the commands that show it, each run where the one before it ended well. */
export interface Proof {
  shows: string;
  /** On two quiet cores. */
  minutes: number;
  /**
   * At full size. A command is a program from the root of the repository (`tools/….ts`, `bin/osharm`) and its arguments, parted by blanks.
   * It ends with 0 where all holds, with 3 where the machine lacks something, and its last line sums up: the figures, or what is lacking.
   */
  full: readonly string[];
  /** The same at a size of seconds, for CI. What it proves must be able to fail. */
  small: readonly string[];
  /** Prints figures and holds them against nothing. */
  isMeasurement?: true;
  /** Holds times or memory against a limit: no other proof runs beside it. */
  runsAlone?: true;
  /** Programs that must be on the machine. Where one is missing the proof is skipped, and the table names it. */
  needs?: readonly string[];
}

/** Minutes after which a proof at full size is killed: four times what it takes on two quiet cores, and ten for starting. */
export const deadlineMinutes = (proof: Proof): number => 4 * proof.minutes + 10;

/** Minutes after which a proof at its small size is killed. */
export const smallDeadlineMinutes = 4;

/** The programs that a proof needs and this machine does not have. */
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
