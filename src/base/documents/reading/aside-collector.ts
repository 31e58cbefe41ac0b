import type { DocumentAside } from '../../record/evidence/document-aside.ts';

/** Reads a file embedded in another. */
export type ReadEmbedded = (content: Uint8Array, place: string) => void;

/** Limit for all asides of a document. Text after it is dropped, and the document is reported as partly unread. */
const mostCharacters = 2_000_000;
const mostUnread = 20;

/** Collects the asides of a document, merged by place, and the parts that can't be read. */
export class AsideCollector {
  readonly #texts = new Map<string, string[]>();
  readonly #unread = new Set<string>();
  #left = mostCharacters;

  add(place: string, text: string): void {
    const trimmed = text.trim();
    if (trimmed === '' || this.#left <= 0) return;
    const known = this.#texts.get(place);
    if (known === undefined) this.#texts.set(place, [trimmed]);
    else if (known.at(-1) !== trimmed) known.push(trimmed);
    this.#left -= trimmed.length;
    if (this.#left <= 0) this.#unread.add(`It has more than ${mostCharacters} characters outside its body.`);
  }

  /** `sentence` describes an unread part: `Its part word/x.bin is of an unknown kind.` */
  leaveOut(sentence: string): void {
    if (this.#unread.size < mostUnread) this.#unread.add(sentence);
  }

  get asides(): DocumentAside[] {
    return [...this.#texts].map(([place, texts]) => ({ place, text: texts.join('\n') }));
  }

  get unread(): string[] {
    return [...this.#unread];
  }
}
