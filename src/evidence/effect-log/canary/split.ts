import { inTurns } from '../../../base/event-loop.ts';
import { keepNewest } from '../../../base/keep-newest.ts';
import type { CanaryHit } from '../../../base/record/evidence/effect-parts.ts';
import type { Canaries } from '../canaries.ts';
import { findCanaries } from '../canary-search.ts';
import { base32Forms, singleLetters } from './forms.ts';
import { base64Forms, base64View, hexView, letterForm, letterView } from './views.ts';

export interface SplitPiece {
  /** Format: `host field`. */
  stream: string;
  value: string;
}

/** Limits of a stream; its oldest pieces are dropped first. */
const mostPieces = 256;
export const mostLetters = 16_384;
const mostStreams = 2_000;

/**
 * Finds secrets split across several requests. Joins a stream's pieces (of one field, path segment, body, or labels
 * below a domain) in order, and searches the text as it is, without immediate repetitions, and with repeated characters
 * collapsed. Misses secrets sent in another order or across streams.
 */
export class SplitSearch {
  readonly #streams = new Map<string, string[]>();
  readonly #reported = new Set<string>();
  readonly #canaries: Canaries;

  constructor(canaries: Canaries) {
    this.#canaries = canaries;
  }

  /** Returns the secrets that the request's pieces complete. */
  async add(pieces: readonly SplitPiece[]): Promise<CanaryHit[]> {
    const found: CanaryHit[] = [];
    for await (const { stream, value } of inTurns(pieces)) {
      if (value === '') continue;
      const kept = this.#streams.get(stream) ?? [];
      this.#streams.delete(stream);
      this.#streams.set(stream, kept);
      // Names are resolved twice (A and AAAA), and requests are retried.
      const isRepeated = kept.at(-1) === value;
      kept.push(value.slice(-mostLetters));
      while (kept.length > mostPieces || (kept.length > 1 && sum(kept) > mostLetters)) kept.shift();
      keepNewest(this.#streams, mostStreams);
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

/** Shorter forms could occur by chance. */
const shortest = 12;

const isIn = (view: string, forms: readonly string[]): boolean => forms.some((form) => view.includes(form));

const hasDouble = (text: string): boolean => /(.)\1/s.test(text);

const sum = (texts: readonly string[]): number => texts.reduce((total, text) => total + text.length, 0);
