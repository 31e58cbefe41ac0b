const remark = /^(.+?)(?:\s*\(([^()]*)\)|\s+[-\u2013\u2014]\s+(.+)|[,;:]\s+(.+)|\.\s+(.+))\.?$/s;
const before = /^(?:(?:on|at|from|by|in|every|since|until|is|to|no\.?|number|ref\.?|tel\.?|iban|account)[:.]?\s+)/i;
const doubt =
  /\?|\b(?:or|maybe|perhaps|probably|unsure|unconfirmed|tbc|if|unless|not (?:sure|certain|confirmed|yet|this|true))\b/i;

/** What is written behind a value: `54.90 (helmet)`, `7:40, gate 2`. */
export interface ReadingOfValue {
  head: string;
  remark: string;
}

export const isDoubted = (text: string): boolean => doubt.test(text);

/**
 * A text as a value, and as a value with a preposition before it or a remark behind it. Empty if a word or a question
 * mark casts doubt on the value.
 */
export function readingsOf(text: string): readonly ReadingOfValue[] {
  if (isDoubted(text)) return [];
  const [, head = '', ...remarks] = remark.exec(text.trim()) ?? [];
  const cut = { head, remark: remarks.find((part) => part !== undefined) ?? '' };
  return [{ head: text, remark: '' }, cut].flatMap((reading) => {
    const bare = reading.head.trim().replace(before, '');
    return bare === '' ? [] : [reading, { head: bare, remark: reading.remark }];
  });
}

/** Whether some reading of the text is the value, and the remark behind it states no second value of the kind. */
export const isValueWithRemark = (
  text: string,
  isValue: (head: string) => boolean,
  isOneOfKind: (remark: string) => boolean,
): boolean => readingsOf(text).some(({ head, remark: rest }) => isValue(head) && (rest === '' || !isOneOfKind(rest)));
