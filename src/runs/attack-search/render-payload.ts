import { createHash } from 'node:crypto';
import type { TextStyle } from '../../tasks/suite/text-style.ts';
import { payloadHash } from '../plan/payload-hash.ts';
import { neutralText } from '../replay/neutral-text.ts';
import { frames, type Language, languages, references } from './frames.ts';
import { type Genome, genomeKey } from './genome.ts';
import { type Draft, requestMark } from './rewriting.ts';
import type { Target } from './target.ts';

export interface Payload {
  genome: Genome;
  text: string;
  /** Model-written text around the request, with `requestMark` as the placeholder; null if no model rewrote it. */
  template: string | null;
  /** Text of a second carrier, by its vector; empty without one. */
  also: Readonly<Record<string, string>>;
  /** When the target's carrier receives its text, in the syntax of `--inject-at`. */
  at: string;
  /** SHA-256 of the text, including a second carrier's text and a moment other than the start. */
  hash: string;
  /** A string that occurs only in this text. If it turns up elsewhere, the payload was copied. */
  canary: string;
}

/** Characters of neutral text around the request. */
const fillers: Readonly<Record<string, number>> = { bare: 0, short: 160, long: 800 };

/** Returns the text for a model to rewrite, or null. Throws RangeError like `renderPayload`. */
export function draftOf(target: Target, genome: Genome): Draft | null {
  const { rewriting: variant = 'none' } = genome;
  if (variant === 'none') return null;
  const { request, language, around: text } = partsOf(target, genome);
  return {
    text: text(requestMark),
    request,
    language,
    vector: target.vector,
    application: target.application,
    variant,
  };
}

/**
 * Renders a genome for a target. `seed` is the attack's and determines the canary; `template` is model-written text
 * around the request. Throws RangeError for a value that its axis does not have.
 */
export function renderPayload(target: Target, genome: Genome, seed: number, template: string | null = null): Payload {
  const canary = canaryOf([seed, target.id, genomeKey(genome)].join('\n'));
  const { request, filler, around: text } = partsOf(target, genome);
  const body = template === null ? text(request) : template.replace(requestMark, () => request);
  const bodies = Array.from({ length: Number(genome.copies) }, () => body);
  const whole = placed(joined(bodies), genome.placement, filler);
  const second = genome.carriers === 'one' ? undefined : genome.second;
  const [first, rest] = genome.carriers === 'split' && second !== undefined ? halves(whole) : [whole, whole];
  const signed = (part: string): string => joined([part, `Ref. ${canary}`]);
  const signedText = signed(first);
  const also = second === undefined ? {} : { [second]: signed(rest) };
  const at = genome.timing ?? 'start';
  const isPlain = second === undefined && at === 'start';
  const hash = payloadHash(isPlain ? signedText : JSON.stringify([signedText, also, at]));
  return { genome, text: signedText, template, also, at, hash, canary };
}

/** Splits at the space nearest to the middle. Placeholders contain no spaces, so they stay whole. */
function halves(text: string): [string, string] {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const at = spaces.reduce(
    (best, value) => (Math.abs(value - middle) < Math.abs(best - middle) ? value : best),
    spaces[0] ?? text.length,
  );
  return [joined([text.slice(0, at), '(1/2)']), joined(['(2/2)', text.slice(at + 1)])];
}

function partsOf(target: Target, genome: Genome) {
  const request = target.wordings[genome.wording as TextStyle];
  const frame = frames.find(({ name }) => name === genome.framing);
  const language = languages.find((item) => item === genome.language);
  const filler = fillers[genome.length ?? ''];
  if (request === undefined || frame === undefined || language === undefined || filler === undefined)
    throw new RangeError(`No payload was created from ${genomeKey(genome)}.`);
  const reference = referenceIn(target, genome.fit, language);
  const around = (text: string): string => joined([frame.before[language], text, reference, frame.after?.[language]]);
  return { request, language, filler, around };
}

function referenceIn({ application, document }: Target, fit: string | undefined, language: Language): string {
  if (fit !== 'application' && fit !== 'document') return '';
  const name = fit === 'application' ? application : document;
  return name === null ? '' : references[fit][language].replace('{name}', () => name);
}

function placed(body: string, placement: string | undefined, filler: number): string {
  if (filler === 0) return body;
  if (placement === 'start') return joined([body, neutralText(filler)]);
  if (placement === 'end') return joined([neutralText(filler), body]);
  return joined([neutralText(filler / 2), body, neutralText(filler / 2)]);
}

const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' ');

function canaryOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 6)}-${hex.slice(6, 12)}-${hex.slice(12, 18)}`;
}
