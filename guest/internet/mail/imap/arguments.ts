import { decodeFolderName } from './folder-name.ts';
import { type NumberSet, parseNumberSet } from './numbers.ts';
import { SyntaxFault, type Value } from './syntax.ts';

/** A text in any form. Throws `SyntaxFault` where it is missing. */
export function textArgument(value: Value | undefined, what: string): string {
  if (value === undefined || value.kind === 'list') throw new SyntaxFault(`${what} is missing`);
  return value.text;
}

/** A folder's name, decoded. Raw UTF-8, which some clients send, is taken too. */
export function folderArgument(value: Value | undefined): string {
  const text = textArgument(value, 'the name of a folder');
  return decodeFolderName(/[^\x00-\x7f]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text);
}

/** A set of message numbers. Throws `SyntaxFault` where it is missing or none. */
export function numbersArgument(value: Value | undefined): NumberSet {
  const set = parseNumberSet(textArgument(value, 'numbers'));
  if (set === null) throw new SyntaxFault('the numbers of messages are missing');
  return set;
}

/** Flags in a list or one after another. Throws `SyntaxFault` for what can't be one. */
export function flagsArgument(values: readonly Value[]): string[] {
  return values.flatMap((value) => {
    if (value.kind === 'list') return flagsArgument(value.items);
    if (!/^\\?[^\x00-\x20(){%*"\\\]\x7f-\xff]+$/.test(value.text)) throw new SyntaxFault('that is no flag');
    return [value.text];
  });
}
