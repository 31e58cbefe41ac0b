/**
 * What a reader would not see, or what turns a line around: control, format, bidirectional, zero-width, tag and private characters, blanks
 * that are letters, line separators, lone surrogates. Tab and line feed are none, nor is what joins or chooses an emoji. Every place that
 * shows text of others (terminal, log, effects, report, viewer, judges) takes this one list and differs only in what it writes instead.
 */
export const unseenCharacter =
  /(?![\t\n])(?!(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|\ufe0f\u20e3)(?!(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d\p{Extended_Pictographic})(?:\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029\ufff9-\ufffb])/gu;

/** One line that is safe to print: unseen characters as `�`, tabs and line ends as blanks. */
export function printable(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(unseenCharacter, '\ufffd');
}

/** The same for text of several lines: they stay. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printable).join('\n');
}

/** One line of at most `most` characters: for a sentence that quotes text of others. Text without end is cut before it is looked at. */
export function shortLine(text: string, most: number): string {
  return printable(text.slice(0, most * 4)).slice(0, most);
}
