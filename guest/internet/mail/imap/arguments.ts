import { decodeFolderName } from './folder-name.ts';
import { type NumberSet, parseNumberSet } from './numbers.ts';
import { SyntaxFault, type Value } from './syntax.ts';

/** Throws `SyntaxFault` if the argument is missing. */
export function textArgument(value: Value | undefined, what: string): string {
  if (value === undefined || value.kind === 'list') throw new SyntaxFault(`${what} is missing`);
  return value.text;
}

/** Decodes a folder's name. Also accepts raw UTF-8, which some clients send. */
export function folderArgument(value: Value | undefined): string {
  const text = textArgument(value, 'the name of a folder');
  return decodeFolderName(/[^\x00-\x7f]/.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text);
}

/** Throws `SyntaxFault` if the argument is missing or invalid. */
export function numbersArgument(value: Value | undefined): NumberSet {
  const set = parseNumberSet(textArgument(value, 'numbers'));
  if (set === null) throw new SyntaxFault('the numbers of messages are missing');
  return set;
}

/** Accepts a list or single flags. Throws `SyntaxFault` for an invalid flag. */
export function flagsArgument(values: readonly Value[]): string[] {
  return values.flatMap((value) => {
    if (value.kind === 'list') return flagsArgument(value.items);
    if (!/^\\?[^\x00-\x20(){%*"\\\]\x7f-\xff]+$/.test(value.text)) throw new SyntaxFault('that is no flag');
    return [value.text];
  });
}
