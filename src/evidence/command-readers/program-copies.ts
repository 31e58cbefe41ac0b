import { absolutePath } from '../effect-log/home.ts';
import { programName } from './shell-command.ts';

/** Where programs lie that came with the desktop. */
const system = /^\/(?:usr\/(?:local\/)?)?s?bin\//;

/** Programs of the desktop that were copied, linked or renamed: a copy does what its original does, whatever it is called. */
export class ProgramCopies {
  readonly #originals = new Map<string, string>();

  /** Notes what this program copies. */
  take(words: readonly string[], folder: string): void {
    const [program, ...rest] = words;
    if (!/^(?:cp|mv|ln|install)$/.test(programName(program))) return;
    const paths = rest.filter((word) => !word.startsWith('-')).map((word) => absolutePath(word, folder));
    const to = paths.at(-1);
    if (to === undefined) return;
    for (const path of paths.slice(0, -1)) {
      const from = this.originalOf(path);
      if (!system.test(from)) continue;
      this.#originals.set(to, from);
      this.#originals.set(`${to}/${programName(path)}`, from);
    }
  }

  /** The program that this one is a copy of; itself where it is none. */
  originalOf(program: string): string {
    return this.#originals.get(program) ?? program;
  }
}
