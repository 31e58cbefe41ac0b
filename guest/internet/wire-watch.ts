/** Bytes of one head or chunk line that are looked at. */
const longestLine = 64 * 1024;
/** Bytes of extensions that are kept of one request. */
const mostExtensions = 1024 * 1024;

/**
 * Reads along what a client sends over one connection, for what Node's parser throws away: the extensions of chunks (`5;secret\r\n`). Give it every
 * piece as it comes; `take` gives the extensions of the requests that ended since.
 */
export class WireWatch {
  #state: 'head' | 'body' | 'size' | 'data' | 'trailer' | 'lost' = 'head';
  #line = '';
  #left = 0;
  #length = 0;
  #isChunked = false;
  #extensions: string[] = [];
  #kept = 0;

  write(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && this.#state !== 'lost') {
      if (this.#state === 'body' || this.#state === 'data') {
        const used = Math.min(this.#left, piece.length - at);
        at += used;
        this.#left -= used;
        if (this.#left === 0) this.#state = this.#state === 'body' ? 'head' : 'size';
        continue;
      }
      const end = piece.indexOf(10, at);
      this.#line += piece.toString('latin1', at, end < 0 ? piece.length : end + 1);
      at = end < 0 ? piece.length : end + 1;
      if (this.#line.length > longestLine) {
        this.#keep(this.#line);
        this.#state = 'lost';
      } else if (end >= 0) {
        this.#take(this.#line.replace(/\r?\n$/, ''));
        this.#line = '';
      }
    }
  }

  /** What the chunks of the requests until now said beside their sizes, a line each; empty: nothing. */
  take(): string {
    const said = this.#extensions.join('\n');
    this.#extensions = [];
    this.#kept = 0;
    return said;
  }

  #take(line: string): void {
    if (this.#state === 'head') this.#header(line);
    else if (this.#state === 'trailer') {
      if (line === '') this.#state = 'head';
    } else {
      // After a chunk's data stands an empty line.
      if (line === '') return;
      const [, size = '', extension = ''] = /^\s*([0-9a-fA-F]{1,12})(.*)$/s.exec(line) ?? [];
      if (extension.trim() !== '') this.#keep(extension.replace(/^\s*;/, ''));
      if (size === '') this.#state = 'lost';
      else if (Number.parseInt(size, 16) === 0) this.#state = 'trailer';
      else {
        this.#left = Number.parseInt(size, 16);
        this.#state = 'data';
      }
    }
  }

  #header(line: string): void {
    const [, name = '', value = ''] = /^([^:\s]+)\s*:(.*)$/s.exec(line) ?? [];
    if (/^content-length$/i.test(name)) this.#length = Number.parseInt(value, 10) || 0;
    if (/^transfer-encoding$/i.test(name)) this.#isChunked ||= /chunked/i.test(value);
    if (line !== '') return;
    this.#left = this.#length;
    this.#state = this.#isChunked ? 'size' : this.#length > 0 ? 'body' : 'head';
    this.#length = 0;
    this.#isChunked = false;
  }

  #keep(extension: string): void {
    this.#kept += extension.length;
    if (this.#kept <= mostExtensions) this.#extensions.push(extension);
  }
}
