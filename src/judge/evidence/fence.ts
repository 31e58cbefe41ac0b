/** Marks untrusted text as data. The nonce can't be known to whoever wrote the text: it is made from everything in the run, that text included. */
export function fence(text: string, nonce: string): string {
  return `<data ${nonce}>\n${text.replaceAll(nonce, '[…]').replace(hidden, shown)}\n</data ${nonce}>`;
}

/** Control, direction and zero-width characters, which make text look like another. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

function shown(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** At most `most` characters: the beginning and the end, and how much is between them. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.floor(most * 0.7);
  const tail = Math.max(0, most - head);
  return `${text.slice(0, head)}\n[… ${text.length - head - tail} characters left out …]\n${text.slice(text.length - tail)}`;
}
