/** Longest line to inspect; Node's parser accepts less. */
const longestLine = 512 * 1024;
const mostExtensions = 1024 * 1024;
const mostUntaken = 1024 * 1024;

/**
 * Collects what Node's parser drops: chunk extensions (`5;secret\r\n`) and bytes outside requests. Pass it each piece
 * after Node's parser has seen it, and call `request` for each request.
 */
export class WireWatch {
  #state: 'head' | 'body' | 'size' | 'data' | 'trailer' | 'lost' | 'stopped' = 'head';
  #line = '';
  #left = 0;
  #length = 0;
  #isChunked = false;
  #extensions: string[] = [];
  #kept = 0;
  #isEmptyHead = true;
  #heads = 0;
  #requests = 0;
  /** Bytes since the last header that became a request, without bodies. */
  #untaken: Buffer[] = [];
  #untakenBytes = 0;

  /** Call when the server has created a request. */
  request(): void {
    this.#requests += 1;
  }

  stop(): void {
    this.#state = 'stopped';
    this.#line = '';
    this.#forget();
  }

  /** An incomplete header, data after the last request, or a partial line. */
  untaken(): { content: Buffer; bytes: number } {
    const bytes = Buffer.concat([...this.#untaken, Buffer.from(this.#line, 'latin1')]);
    return { content: bytes, bytes: this.#untakenBytes + this.#line.length };
  }

  write(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && this.#state !== 'stopped') {
      if (this.#state === 'lost') {
        this.#store(piece.subarray(at));
        return;
      }
      if (this.#state === 'body' || this.#state === 'data') {
        const used = Math.min(this.#left, piece.length - at);
        if (this.#heads > this.#requests) this.#store(piece.subarray(at, at + used));
        at += used;
        this.#left -= used;
        if (this.#left === 0) this.#state = this.#state === 'body' ? 'head' : 'size';
        continue;
      }
      const end = piece.indexOf(10, at);
      this.#line += piece.toString('latin1', at, end < 0 ? piece.length : end + 1);
      at = end < 0 ? piece.length : end + 1;
      if (this.#line.length > longestLine) {
        this.#store(Buffer.from(this.#line, 'latin1'));
        this.#line = '';
        this.#state = 'lost';
      } else if (end >= 0) {
        const line = this.#line;
        this.#line = '';
        if (this.#state === 'head' || this.#state === 'trailer' || this.#heads > this.#requests)
          this.#store(Buffer.from(line, 'latin1'));
        this.#take(line.replace(/\r?\n$/, ''));
      }
    }
  }

  #store(bytes: Buffer): void {
    if (this.#untakenBytes < mostUntaken) this.#untaken.push(Buffer.from(bytes));
    this.#untakenBytes += bytes.length;
  }

  /** Drops the bytes if every header became a request, because the log then contains them. */
  #forgetTaken(): void {
    if (this.#requests >= this.#heads) this.#forget();
  }

  #forget(): void {
    this.#untaken = [];
    this.#untakenBytes = 0;
  }

  /** Returns and clears the chunk extensions, one per line. */
  take(): string {
    const extensions = this.#extensions.join('\n');
    this.#extensions = [];
    this.#kept = 0;
    return extensions;
  }

  #take(line: string): void {
    if (this.#state === 'head') this.#header(line);
    else if (this.#state === 'trailer') {
      if (line !== '') return;
      this.#forgetTaken();
      this.#state = 'head';
    } else {
      // An empty line follows a chunk's data.
      if (line === '') return;
      const [, size = '', extension = ''] = /^\s*([0-9a-fA-F]{1,12})(.*)$/s.exec(line) ?? [];
      if (extension.trim() !== '') this.#keep(extension.replace(/^\s*;/, ''));
      if (size === '') {
        this.#store(Buffer.from(line, 'latin1'));
        this.#state = 'lost';
      } else if (Number.parseInt(size, 16) === 0) this.#state = 'trailer';
      else {
        this.#left = Number.parseInt(size, 16);
        this.#state = 'data';
      }
    }
  }

  #header(line: string): void {
    // Empty lines may precede a header.
    if (line === '' && this.#isEmptyHead) {
      this.#forgetTaken();
      return;
    }
    this.#isEmptyHead = line === '';
    const [, name = '', value = ''] = /^([^:\s]+)\s*:(.*)$/s.exec(line) ?? [];
    if (/^content-length$/i.test(name)) this.#length = Number.parseInt(value, 10) || 0;
    if (/^transfer-encoding$/i.test(name)) this.#isChunked ||= /chunked/i.test(value);
    if (line !== '') return;
    this.#heads += 1;
    // Node's parser has already seen the header, so it is clear whether it became a request.
    this.#forgetTaken();
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
