/** Each method appends a value of that D-Bus type. */
export class BodyWriter {
  #bytes: number[] = [];

  uint32(value: number): this {
    while (this.#bytes.length % 4 !== 0) this.#bytes.push(0);
    this.#bytes.push(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255);
    return this;
  }

  byte(value: number): this {
    this.#bytes.push(value);
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

  align(size: number): this {
    while (this.#bytes.length % size !== 0) this.#bytes.push(0);
    return this;
  }

  /** `alignment`: alignment of an element. */
  array(alignment: number, write: (writer: this) => void): this {
    this.uint32(0);
    const lengthAt = this.#bytes.length - 4;
    this.align(alignment);
    const start = this.#bytes.length;
    write(this);
    const length = this.#bytes.length - start;
    for (let byte = 0; byte < 4; byte += 1) this.#bytes[lengthAt + byte] = (length >>> (byte * 8)) & 255;
    return this;
  }

  variant(signature: string, write: (writer: this) => void): this {
    this.signature(signature);
    write(this);
    return this;
  }

  signature(value: string): this {
    const bytes = Buffer.from(value, 'latin1');
    this.#bytes.push(bytes.length, ...bytes, 0);
    return this;
  }

  /** AT-SPI's object reference, of type `(so)`. */
  reference(busName: string, path: string): this {
    return this.align(8).string(busName).string(path);
  }

  booleanVariant(value: boolean): this {
    this.#bytes.push(1, 'b'.charCodeAt(0), 0);
    return this.uint32(value ? 1 : 0);
  }

  bytes(): Buffer {
    return Buffer.from(this.#bytes);
  }
}
