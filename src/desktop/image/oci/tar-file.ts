import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const block = 512;

/** Writes a ustar archive. An entry can be named by the hash of its content. */
export class TarFile {
  readonly #file: FileHandle;
  #at = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<TarFile> {
    return new TarFile(await open(path, 'w'));
  }

  async add(name: string, content: Buffer): Promise<void> {
    await this.#write(header(name, content.length));
    await this.#write(content);
    await this.#pad(content.length);
  }

  /** Adds a stream's content under a name derived from its SHA-256 (hex), so the header is written last. */
  async addByHash(
    content: AsyncIterable<Buffer>,
    name: (sha256: string) => string,
  ): Promise<{ sha256: string; size: number }> {
    const start = this.#at;
    const hash = createHash('sha256');
    let size = 0;
    this.#at += block;
    for await (const chunk of content) {
      hash.update(chunk);
      await this.#write(chunk);
      size += chunk.length;
    }
    await this.#pad(size);
    const sha256 = hash.digest('hex');
    await this.#file.write(header(name(sha256), size), 0, block, start);
    return { sha256, size };
  }

  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * block));
    await this.#file.close();
  }

  get bytes(): number {
    return this.#at;
  }

  async abandon(): Promise<void> {
    await this.#file.close();
  }

  async #write(bytes: Buffer): Promise<void> {
    await this.#file.write(bytes, 0, bytes.length, this.#at);
    this.#at += bytes.length;
  }

  async #pad(size: number): Promise<void> {
    const rest = size % block;
    if (rest !== 0) await this.#write(Buffer.alloc(block - rest));
  }
}

/** Names are limited to 100 bytes, sizes to 8 GiB. */
function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`;
  bytes.write(name, 0, 100);
  bytes.write(octal(0o644, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(0, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
