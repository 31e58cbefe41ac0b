import type { RawCommand } from './syntax.ts';

/** Maximum bytes of a line, without literals. */
const longestLine = 256 * 1024;
/** Maximum bytes of a literal, enough for a mail of 100 MB in base64. */
export const longestLiteral = 150 * 2 ** 20;

export type CommandPiece =
  | { kind: 'command'; raw: RawCommand }
  /** The client waits for a continuation request before it sends a literal. */
  | { kind: 'go-on' }
  | { kind: 'too-long' };

export class CommandReader {
  #chunks: Buffer[] = [];
  #length = 0;
  #raw: RawCommand = { text: [], literals: [] };
  #wanted: number | null = null;
  #searched = 0;

  /** Must not be called after `too-long`. */
  push(chunk: Buffer): CommandPiece[] {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    const pieces: CommandPiece[] = [];
    for (;;) {
      if (this.#wanted !== null) {
        if (this.#length < this.#wanted) return pieces;
        this.#raw.literals.push(this.#take(this.#wanted));
        this.#wanted = null;
      }
      const line = this.#line();
      if (line === null) {
        if (this.#length > longestLine) pieces.push({ kind: 'too-long' });
        return pieces;
      }
      this.#raw.text.push(line);
      const mark = /\{(\d{1,12})(\+?)\}$/.exec(line);
      if (mark === null) {
        pieces.push({ kind: 'command', raw: this.#raw });
        this.#raw = { text: [], literals: [] };
        continue;
      }
      this.#wanted = Number(mark[1]);
      if (this.#wanted > longestLiteral) return [...pieces, { kind: 'too-long' }];
      if (mark[2] === '') pieces.push({ kind: 'go-on' });
    }
  }

  /** The incomplete command, or null. */
  rest(): RawCommand | null {
    const rest = this.#take(this.#length);
    if (this.#raw.text.length === 0 && rest.length === 0) return null;
    const isLiteral = this.#wanted !== null;
    return {
      text: isLiteral ? this.#raw.text : [...this.#raw.text, rest.toString('latin1')],
      literals: isLiteral ? [...this.#raw.literals, rest] : this.#raw.literals,
    };
  }

  #line(): string | null {
    const all = this.#joined();
    const end = all.indexOf(10, this.#searched);
    if (end < 0) {
      this.#searched = all.length;
      return null;
    }
    this.#searched = 0;
    return this.#take(end + 1)
      .toString('latin1')
      .replace(/\r?\n$/, '');
  }

  #take(count: number): Buffer {
    const all = this.#joined();
    this.#chunks = all.length === count ? [] : [all.subarray(count)];
    this.#length = all.length - count;
    return all.subarray(0, count);
  }

  #joined(): Buffer {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }
}
