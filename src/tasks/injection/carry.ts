import type { Carried } from './vector.ts';

const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

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

/** Replaces characters that XML carriers can't contain with U+FFFD. */
export function carryInXml(content: string): { text: string; substitutions: string[] } {
  return carryReplacing(content, notInXml, '\ufffd', 'a character that XML can’t contain');
}

/** Accepts a text that fits the carrier's size limit. A longer one is refused, never truncated. */
export function carryUpTo(limit: number, what: string, carried: Carried): Carried {
  if ('reason' in carried) return carried;
  const length = [...carried.text].length;
  return length <= limit ? carried : { reason: `the text has ${length} characters and ${what} ${limit}` };
}
