import { absolutePath } from '../effect-log/home.ts';
import { programName } from './shell-command.ts';

const system = /^\/(?:usr\/(?:local\/)?)?s?bin\//;

/** Tracks copies, links and renames of programs, so that a copy is treated as its original. */
export class ProgramCopies {
  readonly #originals = new Map<string, string>();

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

  originalOf(program: string): string {
    return this.#originals.get(program) ?? program;
  }
}
