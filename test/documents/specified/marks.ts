import { strToU8, zipSync } from 'fflate';

/** A document with a different word in each place that its format specifies for text. */
export interface MarkedDocument {
  format: string;
  content: Uint8Array;
  /** Word by place. */
  marks: ReadonlyMap<string, string>;
}

/** Draws a word for each place. */
export class Marks {
  readonly words = new Map<string, string>();
  readonly #format: string;

  constructor(format: string) {
    this.#format = format;
  }

  at = (place: string): string => {
    if (this.words.has(place)) throw new Error(`Two marks at ${place}.`);
    const letter = (value: number): string => String.fromCharCode(97 + (value % 26));
    const number = this.words.size;
    const word = `Zephyr${this.#format.replace(/[^a-z]/g, '')}${letter(number / 26)}${letter(number)}quill`;
    this.words.set(place, word);
    return word;
  };

  document(content: Uint8Array): MarkedDocument {
    return { format: this.#format, content, marks: this.words };
  }
}

export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );
