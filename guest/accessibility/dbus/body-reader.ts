/** A reader is valid only while the message's handler runs. Reading past the end throws RangeError. */
export class BodyReader {
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  #at = 0;
  signature = '';

  reset(buffer: Buffer, start: number, end: number, signature: string): void {
    this.#buffer = buffer;
    this.#start = start;
    this.#at = start;
    this.#end = end;
    this.signature = signature;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  get offset(): number {
    return this.#at - this.#start;
  }

  rewind(offset: number): void {
    this.#at = this.#start + offset;
  }

  align(size: number): void {
    const over = (this.#at - this.#start) % size;
    if (over !== 0) this.#at += size - over;
  }

  uint32(): number {
    this.align(4);
    const at = this.#claim(4);
    const b = this.#buffer;
    return (
      ((b[at] as number) |
        ((b[at + 1] as number) << 8) |
        ((b[at + 2] as number) << 16) |
        ((b[at + 3] as number) << 24)) >>>
      0
    );
  }

  int32(): number {
    return this.uint32() | 0;
  }

  double(): number {
    this.align(8);
    return this.#buffer.readDoubleLE(this.#claim(8));
  }

  string(): string {
    const length = this.uint32();
    const at = this.#claim(length + 1);
    return length === 0 ? '' : this.#buffer.toString('utf8', at, at + length);
  }

  signatureString(): string {
    const length = this.#buffer[this.#claim(1)] as number;
    const at = this.#claim(length + 1);
    return this.#buffer.toString('latin1', at, at + length);
  }

  /** Returns the offset at which the array ends. */
  arrayEnd(elementAlignment: number): number {
    const length = this.uint32();
    this.align(elementAlignment);
    const end = this.#at - this.#start + length;
    if (this.#start + end > this.#end) throw new RangeError('D-Bus array is longer than its message');
    return end;
  }

  /** The raw bytes of an array, as a cache key. */
  rawArray(elementAlignment: number): string {
    const length = this.uint32();
    this.align(elementAlignment);
    const at = this.#claim(length);
    return this.#buffer.toString('latin1', at, at + length);
  }

  skipString(): void {
    this.#claim(this.uint32() + 1);
  }

  #claim(length: number): number {
    const at = this.#at;
    this.#at = at + length;
    if (this.#at > this.#end) throw new RangeError('D-Bus message is shorter than its signature says');
    return at;
  }
}
