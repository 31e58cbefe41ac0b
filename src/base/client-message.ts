import { messageOf, OsharmError } from './errors.ts';

const flag = /(?<![\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g;

/**
 * Returns what a client of a protocol reads of an error. The client has no command line: a flag becomes the name of its
 * field (`--max-steps` is `max_steps`), and a sentence of the hint that names a flag other than `fields` is omitted.
 */
export function clientMessage(error: unknown, fields: readonly string[] = []): string {
  const hint = error instanceof OsharmError ? (error.hint ?? '') : '';
  const useful = sentencesOf(hint).filter((sentence) => flagsIn(sentence).every((name) => fields.includes(name)));
  return [messageOf(error), ...useful].map(withoutFlags).join(' ').trim();
}

const fieldOf = (name: string): string => name.replaceAll('-', '_');

const flagsIn = (text: string): string[] => [...text.matchAll(flag)].map(([, name = '']) => fieldOf(name));

const withoutFlags = (text: string): string => text.replace(flag, (_whole, name: string) => fieldOf(name));

/** A sentence ends before a capital letter, so that names of files and numbers stay whole. */
const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?;]) +(?=[\p{Lu}`“"])/u).filter((part) => part !== '');
