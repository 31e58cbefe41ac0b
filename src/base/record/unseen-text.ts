/**
 * Characters that are invisible or change the direction of a line, but not tabs, line feeds, emoji joiners and
 * selectors. All places that show untrusted text share this list.
 */
export const unseenCharacter =
  /(?![\t\n])(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|\ufe0f\u20e3)(?!(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d\p{Extended_Pictographic})(?:\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\ufff9-\ufffb])/gu;

/** A single line that is safe to print: unseen characters become `�`, tabs and line ends become blanks. */
export function printable(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(unseenCharacter, '\ufffd');
}

/** `printable` for several lines. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

/** One printable line of at most `most` characters. Long text is cut before it is processed. */
export function shortLine(text: string, most: number): string {
  return printable(text.slice(0, most * 4)).slice(0, most);
}
