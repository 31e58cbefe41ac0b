interface Output {
  write(text: string): unknown;
}

const shownOn = new WeakMap<Output, StatusBlock>();

/** Prints a line that progress output does not overwrite. */
export function printAbove(output: Output, line: string): void {
  const block = shownOn.get(output);
  if (block === undefined) output.write(`${line}\n`);
  else block.above(line);
}

/** Lines at the bottom of a terminal, updated in place. Other lines are printed above them. */
export class StatusBlock {
  readonly #output: Output;
  #lines: readonly string[] = [];

  constructor(output: Output) {
    this.#output = output;
    shownOn.set(output, this);
  }

  /** Replaces the block. Each line must fit the terminal, because a wrapped line can't be erased. */
  show(lines: readonly string[]): void {
    if (lines.length === 0 && this.#lines.length === 0) return;
    this.#output.write(`${this.#erasing()}${lines.join('\n')}`);
    this.#lines = lines;
  }

  /** Prints a line above the block. The next `show` draws the block again. */
  above(line: string): void {
    this.#output.write(`${this.#erasing()}${line}\n`);
    this.#lines = [];
  }

  #erasing(): string {
    const { length } = this.#lines;
    if (length === 0) return '';
    return `\r${length > 1 ? `\u001b[${length - 1}A` : ''}\u001b[J`;
  }
}

/** Joins parts with ` · ` into lines of at most this width. */
export function wrapParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = last === undefined ? part : `${last} · ${part}`;
    if (last === undefined || longer.length > width) lines.push(part.slice(0, width));
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** `0:07`, `1:02:03`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${seconds % 60}`.padStart(2, '0');
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${`${minutes}`.padStart(2, '0')}:${rest}`;
}
