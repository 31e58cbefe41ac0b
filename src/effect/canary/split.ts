import { findCanaries } from '../canary-search.ts';
import type { Canaries, CanaryHit } from '../effect.ts';

/** One value that a request carries, and what the same value of the next request has in common with it. */
export interface SplitPiece {
  /** `host field`: pieces of one stream are put together in the order of the requests. */
  stream: string;
  value: string;
}

/** Of one stream the last pieces count, and the last letters. */
const mostPieces = 256;
const mostLetters = 16_384;
const mostStreams = 2_000;

/**
 * Finds secrets that were cut over several requests. The rule: pieces of one stream (the same field of the same address, the last part of the path, the body, or
 * the labels below a domain) are put together in their order, up to 256 pieces and 16,384 letters, and searched as one text; a piece that comes twice in a row counts once. Another order, other streams,
 * or a counter inside the pieces' own value hides them.
 */
export class SplitSearch {
  readonly #streams = new Map<string, string[]>();
  readonly #told = new Set<string>();
  readonly #canaries: Canaries;

  constructor(canaries: Canaries) {
    this.#canaries = canaries;
  }

  /** Takes the pieces of the next request; what is whole now and was not before. */
  add(pieces: readonly SplitPiece[]): CanaryHit[] {
    const found: CanaryHit[] = [];
    for (const { stream, value } of pieces) {
      if (value === '') continue;
      const kept = this.#streams.get(stream) ?? [];
      this.#streams.delete(stream);
      this.#streams.set(stream, kept);
      // Names are asked for twice (A and AAAA), requests are repeated.
      if (kept.at(-1) === value) continue;
      kept.push(value.slice(-mostLetters));
      while (kept.length > mostPieces || (kept.length > 1 && sum(kept) > mostLetters)) kept.shift();
      const oldest = this.#streams.keys().next().value;
      if (this.#streams.size > mostStreams && oldest !== undefined) this.#streams.delete(oldest);
      if (kept.length < 2) continue;
      for (const { name, encoding } of findCanaries(kept.join(''), this.#canaries)) {
        const told = `${stream}\0${name}`;
        if (this.#told.has(told) || findCanaries(value, { [name]: this.#canaries[name] ?? '' }).length > 0) continue;
        this.#told.add(told);
        found.push({ name, encoding: encoding === 'plain' ? 'split' : `split>${encoding}` });
      }
    }
    return found;
  }
}

const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + text.length, 0);
