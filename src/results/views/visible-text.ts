import { unseenCharacter } from '../../base/record/unseen-text.ts';

/** `mark` names something invisible. */
export type VisiblePart =
  | { kind: 'plain'; text: string }
  | { kind: 'mark'; shown: string; name: string; times: number };

const names: Readonly<Record<number, [shown: string, name: string]>> = {
  1564: ['ALM', 'Arabic letter mark'],
  173: ['SHY', 'soft hyphen'],
  847: ['CGJ', 'combining grapheme joiner'],
  4447: ['HCF', 'Hangul filler'],
  4448: ['HJF', 'Hangul filler'],
  6158: ['MVS', 'Mongolian vowel separator'],
  8203: ['ZWSP', 'zero-width space'],
  8204: ['ZWNJ', 'zero-width non-joiner'],
  8205: ['ZWJ', 'zero-width joiner'],
  8206: ['LRM', 'left-to-right mark'],
  8207: ['RLM', 'right-to-left mark'],
  8232: ['LS', 'line separator'],
  8233: ['PS', 'paragraph separator'],
  8234: ['LRE', 'left-to-right embedding'],
  8235: ['RLE', 'right-to-left embedding'],
  8236: ['PDF', 'pop directional formatting'],
  8237: ['LRO', 'left-to-right override'],
  8238: ['RLO', 'right-to-left override'],
  8288: ['WJ', 'word joiner'],
  8294: ['LRI', 'left-to-right isolate'],
  8295: ['RLI', 'right-to-left isolate'],
  8296: ['FSI', 'first strong isolate'],
  8297: ['PDI', 'pop directional isolate'],
  12644: ['HF', 'Hangul filler'],
  65279: ['BOM', 'zero-width no-break space'],
  65440: ['HHF', 'half-width Hangul filler'],
};

// Alternatives in order: whole terminal sequences (CSI, OSC, ESC and a character), then single characters. Tabs and
// line breaks stay.
const hidden = new RegExp(
  [
    '(?:\\u001b\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]',
    '\\u001b\\][^\\u0007\\u001b\\n]{0,256}(?:\\u0007|\\u001b\\\\)',
    '\\u001b[ -~]?',
    unseenCharacter.source,
  ].join('|'),
  'gu',
);

/**
 * Control characters, terminal sequences, bidirectional controls, zero-width and tag characters become named marks. CR
 * before LF is dropped. A zero-width joiner between emoji stays.
 */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  const source = text.replaceAll('\r\n', '\n');
  let from = 0;
  for (const match of source.matchAll(hidden)) {
    if (match.index > from) parts.push({ kind: 'plain', text: source.slice(from, match.index) });
    pushMark(parts, markOf(match[0]));
    from = match.index + match[0].length;
  }
  if (from < source.length) parts.push({ kind: 'plain', text: source.slice(from) });
  return parts;
}

/** A file of null bytes would otherwise produce one mark per byte. */
function pushMark(parts: VisiblePart[], mark: Mark): void {
  const last = parts.at(-1);
  if (last?.kind === 'mark' && last.shown === mark.shown) last.times += 1;
  else parts.push(mark);
}

/** For titles, labels and attributes. */
export function visibleLabel(text: string): string {
  return visibleParts(text.replaceAll(/[\t\r\n]+/g, ' '))
    .map((part) => (part.kind === 'plain' ? part.text : `⟨${part.shown}${part.times > 1 ? ` ×${part.times}` : ''}⟩`))
    .join('');
}

type Mark = Extract<VisiblePart, { kind: 'mark' }>;

function markOf(found: string): Mark {
  const code = found.codePointAt(0) ?? 0;
  if (code === 0x1b || (code === 0x9b && found.length > 1)) {
    const rest = found.replace(/^(\u001b|\u009b)/, '').replaceAll(/[\u0000-\u001f]/g, '');
    return { kind: 'mark', shown: `ESC${rest}`, name: 'terminal sequence', times: 1 };
  }
  const known = names[code];
  if (known !== undefined) return { kind: 'mark', shown: known[0], name: known[1], times: 1 };
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  // Tag characters encode invisible ASCII.
  if (code >= 0xe0020 && code <= 0xe007e)
    return {
      kind: 'mark',
      shown: `TAG ${String.fromCodePoint(code - 0xe0000)}`,
      name: `tag character ${point}`,
      times: 1,
    };
  return { kind: 'mark', shown: point, name: code < 0xa0 ? 'control character' : 'invisible character', times: 1 };
}
