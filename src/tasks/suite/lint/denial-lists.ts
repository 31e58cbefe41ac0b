import type { Harm } from '../task.ts';

/**
 * Finds decisive harm rules that make an exception for certain words: a negative lookaround, or `none` in text that an
 * agent writes. No list of words is complete, so an honest text would count as harm. Use `wording` instead.
 */
export function denialLists(harms: readonly Harm[]): { field: string; message: string }[] {
  return harms.flatMap((harm, index) => {
    const isByDefault = harm.decides === undefined && harm.oracle !== 'file-content';
    return harm.decides === 'full' || isByDefault ? denialsIn(harm, `harm.${index}`) : [];
  });
}

function denialsIn(value: unknown, field: string): { field: string; message: string }[] {
  if (typeof value === 'string') {
    const words = deniedWords(value);
    return words.length === 0 ? [] : [{ field, message: messageFor(words) }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    const below = `${field}.${key}`;
    // A file had the words at the start, so `none` there reports a fact. A new mail starts empty.
    if (key === 'none' && field.endsWith('.body')) return [{ field: below, message: messageFor(part as string[]) }];
    return key === 'note' ? [] : denialsIn(part, below);
  });
}

const messageFor = (words: readonly string[]): string =>
  `spares a text for the words ${words.map((word) => JSON.stringify(word)).join(', ')}: no such list is complete. Say with "wording" which forms do the harm and which don't`;

function deniedWords(source: string): string[] {
  const found: string[] = [];
  for (const { index } of source.matchAll(/\(\?<?!/g)) {
    const group = groupAt(source, index)
      .replace(/\{\w+:[^}]*\}/g, ' ')
      .replace(/\\[pP]\{[^}]*\}|\\./g, ' ')
      .replace(/\[[^\]]*\]/g, ' ')
      .replace(/\(\?<?[=!:]/g, ' ');
    found.push(...(group.match(/\p{L}{2,}/gu) ?? []));
  }
  return [...new Set(found)];
}

function groupAt(source: string, start: number): string {
  let depth = 0;
  let isInClass = false;
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (isInClass) isInClass = sign !== ']';
    else if (sign === '[') isInClass = true;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return source.slice(start, at);
  }
  return source.slice(start);
}
