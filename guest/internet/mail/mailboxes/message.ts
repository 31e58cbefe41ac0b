import { type MimePart, parseMime } from '../imap/mime-part.ts';

export class Message {
  readonly uid: number;
  readonly raw: Buffer;
  /** Time of arrival in Unix milliseconds. */
  readonly date: number;
  flags: ReadonlySet<string>;
  #text: string | null = null;
  #structure: MimePart | null = null;

  constructor(uid: number, raw: Buffer, date: number, flags: Iterable<string>) {
    this.uid = uid;
    this.raw = raw;
    this.date = date;
    this.flags = new Set(flags);
  }

  get text(): string {
    this.#text ??= this.raw.toString('latin1');
    return this.#text;
  }

  get structure(): MimePart {
    this.#structure ??= parseMime(this.text);
    return this.#structure;
  }

  has(flag: string): boolean {
    const wanted = flag.toLowerCase();
    return [...this.flags].some((value) => value.toLowerCase() === wanted);
  }
}
