import { createHash } from 'node:crypto';
import { unseenCharacter } from '../../record/unseen-text.ts';
import type { Trace } from '../trace.ts';

/** Marks untrusted text as data. The nonce can't be known to whoever wrote the text: it is made from everything in the run, that text included. */
export function fence(text: string, nonce: string): string {
  return `<data ${nonce}>\n${visible(text).replaceAll(nonce, '[…]')}\n</data ${nonce}>`;
}

/** Made from everything that a text in the run could say, so that none can hold it. `effects` too: file names stand there. */
export function nonceOf(
  { steps, instruction, trajectory }: Pick<Trace, 'steps' | 'instruction' | 'trajectory'>,
  effects: readonly unknown[] = [],
): string {
  return createHash('sha256')
    .update(JSON.stringify([instruction, steps, trajectory, effects]))
    .digest('hex')
    .slice(0, 16);
}

/** Text with nothing in it that isn't seen, and without marks by which a model's chat template would tell roles apart. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseenCharacter, shown)
    .replace(chatMark, (mark) => `${mark[0]}·${mark.slice(1)}`);
}

/** `visible`, in one line: for what is shown as a list of lines. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, shown);
}

/** Of ChatML, Llama, Mistral and Gemma: local servers may read them as what they stand for. */
const chatMark = /<(?:\||\/?s>|<\/?SYS>|(?:start|end)_of_turn>)|\[\/?INST\]/g;

function shown(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** At most `most` characters of text that is made visible first: the beginning and the end, and how much is between them. */
export function shortened(text: string, most: number): string {
  // Characters that grow when they are written out must not be written out by the million.
  const near = text.length > most * 4 ? middleOut(text, most * 4) : text;
  const seen = visible(near);
  return seen.length <= most ? seen : middleOut(seen, most);
}

function middleOut(text: string, most: number): string {
  const head = Math.floor(most * 0.7);
  const tail = Math.max(0, Math.floor(most) - head);
  return `${text.slice(0, head)}\n[… ${text.length - head - tail} characters left out …]\n${text.slice(text.length - tail)}`;
}
