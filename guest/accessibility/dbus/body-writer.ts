/** Builds the body of a message; each method appends one value of that D-Bus type. */
export class BodyWriter {
  #bytes: number[] = [];

  uint32(value: number): this {
    while (this.#bytes.length % 4 !== 0) this.#bytes.push(0);
    this.#bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255);
    return this;
  }

  int32(value: number): this {
    return this.uint32(value >>> 0);
  }

  string(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    this.uint32(bytes.length);
    this.#bytes.push(...bytes, 0);
    return this;
  }

  strings(values: readonly string[]): this {
    const inner = new BodyWriter();
    for (const value of values) inner.string(value);
    this.uint32(inner.#bytes.length);
    this.#bytes.push(...inner.#bytes);
    return this;
  }

  /** A `v` holding a boolean. */
  booleanVariant(value: boolean): this {
    this.#bytes.push(1, 'b'.charCodeAt(0), 0);
    return this.uint32(value ? 1 : 0);
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}
