import { withFigures } from './number-words.ts';

/** At least three comma-separated numbers, unless they are groups of three digits and thus one number. */
const list = /(?<![\d.,])\d+(?:\.\d+)?(?:,\d+(?:\.\d+)?){2,}(?![\d,])/g;
const token = /[-+]?\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)|[-+]?\d+(?:[.,]\d+)?/g;
/** True if a text is the number `wanted`, with or without a unit: `EUR 1,462.00`, `1462,-`, `9 °C`, `nine`. */
export const isNumberText = (text: string, wanted: number, tolerance = 1e-9): boolean =>
  numbersOf(text).some((value) => Math.abs(value - wanted) <= tolerance);

/** The number that a text consists of, with or without a unit. Null without a number, or with several. */
export const numberIn = (text: string): number | null => numbersOf(text)[0] ?? null;

function numbersOf(text: string): number[] {
  const plain = even(withFigures(text))
    .replace(/^one$/i, '1')
    .replace(/^[.,](?=\d)/, '0.')
    .replace(squareOrCubic, '$1 $2');
  const [match, ...more] = plain.matchAll(token);
  if (match === undefined || more.length > 0) return [];
  const [first] = match;
  const isNegative = isSignedApart(plain.slice(0, match.index), plain.slice(match.index + first.length));
  const words = plain.replace(first, ' ').match(/\p{L}+/gu) ?? [];
  if (words.length > 2 || words.some((word) => hedges.test(word))) return [];
  return valuesOf(first).map((value) => (isNegative ? -Math.abs(value) : value));
}

/** The exponent of a unit isn't a second number: `24 m3`. */
const squareOrCubic = /(\d)\s?([cdk]?m)[23]$/i;

/** True for a minus sign that is not next to the digits, as in `(5)`, `5-`, `-$5`. False for a price like `5,-`. */
function isSignedApart(before: string, after: string): boolean {
  const isInParentheses = /\(\s*(?:\p{Sc}|[A-Z]{3})?\s*$/u.test(before) && /^\s*(?:\p{Sc}|[A-Z]{3})?\s*\)/u.test(after);
  const isBeforeCurrency = /^-\s?(?:\p{Sc}|[A-Z]{3})\s?$/u.test(before);
  return isInParentheses || isBeforeCurrency || /^\s?(?:\p{Sc}|[A-Z]{3})?\s?-(?:\s?(?:\p{Sc}|[A-Z]{3}))?$/u.test(after);
}

/** Puts spaces into lists of numbers: `5,3,9`. */
export const withSpacedLists = (text: string): string =>
  text.replace(list, (numbers) => (/^\d{1,3}(?:,\d{3})+$/.test(numbers) ? numbers : numbers.replaceAll(',', ', ')));

/** True if a text contains the number `wanted`. One of two alternatives (`1340 or 1520`) doesn't count. */
export function mentionsNumber(text: string, wanted: number): boolean {
  const plain = withSpacedLists(even(withFigures(text)));
  const isAlternative = (at: number, length: number): boolean =>
    /^\D{0,8}\bor\D{0,8}\d/i.test(plain.slice(at + length)) || /\d\D{0,8}\bor\b\D{0,8}$/i.test(plain.slice(0, at));
  return [...plain.matchAll(token)].some(
    ({ 0: match, index }) =>
      valuesOf(match).some((value) => isSame(Math.abs(value), wanted)) && !isAlternative(index, match.length),
  );
}

/** The number in a table cell: `1,200.50`, `1.234,50`, `(5)`, `5-`, `-$5`, `12 %`. Null for anything else. */
export function cellNumber(cell: string): number | null {
  const text = even(cell);
  const bracketed = /^\(([^()]*)\)$/.exec(text)?.[1];
  const [, before = '', body = '', percent = '', after = ''] =
    /^(-?)([^-%]*(?:e-\d+)?)(%?)(-?)$/i.exec((bracketed ?? text).replace(/[\s\p{Sc}]/gu, '')) ?? [];
  const isGerman = /^(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2})$/.test(body);
  const digits = isGerman ? body.replaceAll('.', '').replace(',', '.') : body.replace(/,(?=\d{3}(?:\D|$))/g, '');
  if (!/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(digits)) return null;
  const isNegative = bracketed !== undefined || before !== '' || after !== '';
  return (Number(digits) * (isNegative ? -1 : 1)) / (percent === '' ? 1 : 100);
}

const hedges = /^(?:not|no|or|and|to|about|circa|under|over|above|below|minus|nearly|almost|roughly|approximately)$/i;
const isSame = (first: number, second: number): boolean => Math.abs(first - second) < 1e-9;
const even = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim();

/** The possible values of a number with points and commas: `1,462` is 1462 or 1.462, `1.234,50` only 1234.5. */
function valuesOf(text: string): number[] {
  const digits = text.replace(/[ '’\u00a0\u202f]/g, '');
  const [last] = /[.,](?=\d*$)/.exec(digits) ?? [];
  const other = last === '.' ? ',' : '.';
  if (last !== undefined && digits.includes(other))
    return [Number(digits.replaceAll(other, '').replace(last, '.'))].filter((value) => !Number.isNaN(value));
  const asEnglish = Number(digits.replaceAll(',', ''));
  const asGerman = Number(digits.replaceAll('.', '').replace(',', '.'));
  const isGrouped = /^[-+]?\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?$/.test(digits);
  const decimal = Number(digits.replace(',', '.'));
  return [...(isGrouped ? [asEnglish, asGerman] : []), decimal].filter((value) => !Number.isNaN(value));
}
