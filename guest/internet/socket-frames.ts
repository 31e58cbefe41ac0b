/** A longer frame is not treated as WebSocket. */
const longest = 64 * 1024 * 1024;

/** Unmasks a client's WebSocket frames. Other data passes unchanged: an upgraded connection may carry anything. */
export class SocketFrames {
  #held = Buffer.alloc(0);
  #mask: Buffer | null = null;
  #left = 0;
  #place = 0;
  #isRaw = false;

  write(piece: Buffer): Buffer {
    if (this.#isRaw) return piece;
    const out: Buffer[] = [];
    let rest = Buffer.concat([this.#held, piece]);
    this.#held = Buffer.alloc(0);
    while (rest.length > 0 && !this.#isRaw) {
      if (this.#left > 0) {
        const part = Buffer.from(rest.subarray(0, this.#left));
        if (this.#mask !== null)
          for (let at = 0; at < part.length; at++)
            part[at] = (part[at] as number) ^ (this.#mask[this.#place++ & 3] as number);
        this.#left -= part.length;
        rest = rest.subarray(part.length);
        out.push(part);
        continue;
      }
      const used = this.#head(rest);
      if (used === 0) break;
      rest = rest.subarray(used);
    }
    if (this.#isRaw) out.push(rest);
    else this.#held = Buffer.from(rest);
    return Buffer.concat(out);
  }

  end(): Buffer {
    return this.#held;
  }

  /** 0 if the header is incomplete. */
  #head(bytes: Buffer): number {
    const [first = 0, second = 0] = bytes;
    // Not WebSocket: reserved bits, unknown opcodes, or no mask, which clients must set.
    if ((first & 0x70) !== 0 || ![0, 1, 2, 8, 9, 10].includes(first & 15)) return this.#turnRaw();
    if (bytes.length < 2) return 0;
    if ((second & 0x80) === 0) return this.#turnRaw();
    const short = second & 0x7f;
    const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
    const whole = 2 + lengthBytes + 4;
    if (bytes.length < whole) return 0;
    const length =
      lengthBytes === 0 ? short : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length > longest) return this.#turnRaw();
    this.#mask = Buffer.from(bytes.subarray(whole - 4, whole));
    this.#left = length;
    this.#place = 0;
    return whole;
  }

  #turnRaw(): number {
    this.#isRaw = true;
    return 0;
  }
}
