import type { Carried } from './vector.ts';

/** What XML 1.0 can't hold. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The text with each match of `pattern` (global) replaced, and a sentence that tells it where there was one. */
export function carryReplacing(
  content: string,
  pattern: RegExp,
  by: string,
  what: string,
): { text: string; substitutions: string[] } {
  const count = [...content.matchAll(pattern)].length;
  if (count === 0) return { text: content, substitutions: [] };
  const shown = by === ' ' ? 'a space' : JSON.stringify(by);
  return { text: content.replace(pattern, () => by), substitutions: [`${count} × ${what} → ${shown}`] };
}

/** For carriers made of XML: what it can't hold becomes U+FFFD. */
export function carryInXml(content: string): { text: string; substitutions: string[] } {
  return carryReplacing(content, notInXml, '\ufffd', 'a character that XML can’t hold');
}

/** For carriers of limited size: the whole text or none of it. */
export function carryUpTo(limit: number, what: string, carried: Carried): Carried {
  if ('reason' in carried) return carried;
  const length = [...carried.text].length;
  return length <= limit ? carried : { reason: `the text has ${length} characters and ${what} ${limit}` };
}
