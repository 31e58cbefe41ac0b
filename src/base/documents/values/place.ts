import { withFigures } from '../text/number-words.ts';
import { evenText } from './dictated-text.ts';
import { readingsOf } from './remark.ts';
import type { WrittenKind } from './written-kind.ts';

const generic =
  /^(?:room|rm|shelf|bay|rack|desk|table|box|bin|floor|flat|unit|seat|house|building|no|nr|number|the|in|at|on|of)$/;
const abbreviations: Readonly<Record<string, string>> = {
  ln: 'lane',
  rd: 'road',
  ave: 'avenue',
  sq: 'square',
};

/** The significant words of a place in alphabetical order: `14 lane weir`, `c14`, `4` for `Room 4`. */
function placeKey(text: string): string {
  const words = withFigures(evenText(text))
    .replace(/[^\p{L}\d]+/gu, ' ')
    .split(' ')
    .map((word) => abbreviations[word] ?? word.replace(/^0+(?=\d)/, ''))
    .filter((word) => word !== '');
  const significant = words.filter((word) => !generic.test(word));
  return (significant.length === 0 ? words : significant)
    .join(' ')
    .replace(/\b(\p{L}{1,2}) (\d+)\b/gu, '$1$2')
    .split(' ')
    .sort()
    .join(' ');
}

/** A place: an address, a room, a shelf. Ignores the order of its words, separators and words such as `room`. */
export const place: WrittenKind = {
  means: (text, { value, known_as = [] }) => {
    const keys = [value, ...known_as].map(placeKey);
    return readingsOf(text).some(({ head }) => keys.includes(placeKey(head)));
  },
  spellings: ({ value, known_as = [] }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `${value} (as listed)` },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'hurried', text: value.replace(/(?<=\p{L})[\s-]?(?=\d)/u, ' ') },
    { writer: 'model', text: `at ${value}` },
    ...known_as.map((text) => ({ writer: 'hurried' as const, text })),
  ],
  nearMisses: ({ value }) => [
    ...(/\d/.test(value)
      ? [value.replace(/\d+/, (digits) => String(Number(digits) + 1)), `${value} or elsewhere`]
      : []),
    `not ${value}`,
    `${value}a`,
    '',
  ],
};
