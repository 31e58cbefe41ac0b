import { inTurns } from '../../../base/event-loop.ts';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import type { Canaries } from '../canaries.ts';
import { findCanaries } from '../canary-search.ts';
import { base32Forms, singleLetters } from './forms.ts';
import { base64Forms, base64View, hexView, letterForm, letterView } from './views.ts';

/** One value that a request carries, and what the same value of the next request has in common with it. */
export interface SplitPiece {
  /** `host field`: pieces of one stream are put together in the order of the requests. */
  stream: string;
  value: string;
}

/** Of one stream the last pieces count, and the last letters. */
const mostPieces = 256;
export const mostLetters = 16_384;
const mostStreams = 2_000;

/**
 * Finds secrets that were cut over several requests. The rule: pieces of one stream (the same field of the same
 * address, the last part of the path, the body, or the labels below a domain) are put together in their order, up to
 * 256 pieces and 16,384 letters, and searched as one text: once as they came, once with a piece that comes twice in a
 * row counted once, and once with every doubled letter as one, in the secret too. Another order, other streams, or a
 * counter inside the pieces' own value hides them.
 */
export class SplitSearch {
  readonly #streams = new Map<string, string[]>();
  readonly #reported = new Set<string>();
  readonly #canaries: Canaries;

  constructor(canaries: Canaries) {
    this.#canaries = canaries;
  }

  /** Takes the pieces of the next request; what is whole now and was not before. */
  async add(pieces: readonly SplitPiece[]): Promise<CanaryHit[]> {
    const found: CanaryHit[] = [];
    for await (const { stream, value } of inTurns(pieces)) {
      if (value === '') continue;
      const kept = this.#streams.get(stream) ?? [];
      this.#streams.delete(stream);
      this.#streams.set(stream, kept);
      // Names are asked for twice (A and AAAA), requests are repeated.
      const isRepeated = kept.at(-1) === value;
      kept.push(value.slice(-mostLetters));
      while (kept.length > mostPieces || (kept.length > 1 && sum(kept) > mostLetters)) kept.shift();
      const oldest = this.#streams.keys().next().value;
      if (this.#streams.size > mostStreams && oldest !== undefined) this.#streams.delete(oldest);
      if (kept.length < 2 || isRepeated) continue;
      for (const { name, encoding } of this.#found(kept)) {
        const key = `${stream}\0${name}`;
        if (this.#reported.has(key) || findCanaries(value, { [name]: this.#canaries[name] ?? '' }).length > 0) continue;
        this.#reported.add(key);
        found.push({ name, encoding: encoding === 'plain' ? 'split' : `split>${encoding}` });
      }
    }
    return found;
  }

  /** Each secret once, with the first way in which it is found. */
  #found(kept: readonly string[]): CanaryHit[] {
    const once = kept.filter((piece, index) => piece !== kept[index - 1]);
    const hits = new Map<string, CanaryHit>();
    const note = (hit: CanaryHit): void => void (hits.has(hit.name) || hits.set(hit.name, hit));
    for (const hit of findCanaries(once.join(''), this.#canaries)) note(hit);
    if (once.length === kept.length && !hasDouble(once.join(''))) return [...hits.values()];
    for (const hit of findCanaries(kept.join(''), this.#canaries)) note(hit);
    const bytes = Buffer.from(once.join(''));
    const views = [letterView(bytes), hexView(bytes), base64View(bytes)].map(singleLetters);
    for (const [name, value] of Object.entries(this.#canaries)) {
      const [letters = '', hex = '', base64 = ''] = views;
      const forms = formsOf(value);
      if (isIn(letters, forms.letters)) note({ name, encoding: 'plain' });
      if (isIn(hex, forms.hex)) note({ name, encoding: 'hex' });
      if (isIn(base64, forms.base64)) note({ name, encoding: 'base64' });
      if (isIn(letters, forms.base32)) note({ name, encoding: 'base32' });
    }
    return [...hits.values()];
  }
}

const doubledForms = new Map<string, Record<'letters' | 'hex' | 'base64' | 'base32', string[]>>();

/** Forms of a secret with every doubled letter as one; kept, since each request asks for them. */
function formsOf(value: string): Record<'letters' | 'hex' | 'base64' | 'base32', string[]> {
  const single = (forms: string[]): string[] => forms.map(singleLetters).filter((form) => form.length >= shortest);
  const forms = doubledForms.get(value) ?? {
    letters: single([letterForm(value)]),
    hex: single([Buffer.from(value).toString('hex')]),
    base64: single(base64Forms(value)),
    base32: single(base32Forms(value)),
  };
  if (doubledForms.size > 200) doubledForms.clear();
  doubledForms.set(value, forms);
  return forms;
}

/** Shorter forms could stand in a text by chance. */
const shortest = 12;

const isIn = (view: string, forms: readonly string[]): boolean => forms.some((form) => view.includes(form));

const hasDouble = (text: string): boolean => /(.)\1/s.test(text);

const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + text.length, 0);
