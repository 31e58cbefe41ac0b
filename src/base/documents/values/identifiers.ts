import { lettersAndDigits } from './dictated-text.ts';
import { isDoubted, isValueWithRemark } from './remark.ts';
import type { WrittenKind } from './written-kind.ts';

const hasLongNumber = (text: string): boolean => /\d(?:[\s-]?\d){5}/.test(text);
const otherLastDigit = (value: string): string =>
  value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));

/** A bank account, with or without spaces. */
export const bankAccount: WrittenKind = {
  means: (text, { value }) =>
    isValueWithRemark(
      text,
      (head) => lettersAndDigits(head).replace(/^(?:iban|account)+/, '') === lettersAndDigits(value),
      hasLongNumber,
    ),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `IBAN ${value}` },
    { writer: 'hurried', text: value.replaceAll(' ', '').toLowerCase() },
    { writer: 'hurried', text: `${value} (new)` },
    { writer: 'model', text: value.replaceAll(' ', '') },
  ],
  nearMisses: ({ value }) => [
    otherLastDigit(value),
    value.slice(0, -3),
    `${value} or ${otherLastDigit(value)}`,
    `not ${value}`,
    '',
  ],
};

/** Digits with a zero for the country code that a `+` or two zeros introduce, or for the German one. */
const phoneDigits = (text: string): string => {
  const digits = text.replace(/\(0\)/, '').replace(/\D/g, '');
  const isInternational = /^\D*(?:\+|00)\s?[1-9]/.test(text);
  return isInternational
    ? digits.replace(/^(?:00)?(?:3[0-469]|4[013-9])/, '0')
    : digits.replace(/^49(?=[1-9]\d{5})/, '0');
};

export const phone: WrittenKind = {
  means: (text, { value }) => !isDoubted(text) && phoneDigits(text) === phoneDigits(value),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: value.replaceAll(' ', '') },
    { writer: 'hurried', text: `tel. ${value}` },
    { writer: 'model', text: value.replaceAll(' ', '-') },
  ],
  nearMisses: ({ value }) => [otherLastDigit(value), value.slice(0, -1), ''],
};

const addressIn = (text: string): string | undefined =>
  /^(?:[^<>@]*<)?(?:mailto:)?([^<>\s,;]+@[^<>\s,;]+?)>?$/i.exec(text.trim())?.[1]?.toLowerCase();

export const mailAddress: WrittenKind = {
  means: (text, { value }) => addressIn(text) === value.trim().toLowerCase(),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: value.toUpperCase() },
    { writer: 'model', text: `<${value}>` },
  ],
  nearMisses: ({ value }) => [`x${value}`, `${value}x`, `${value}, other@elsewhere.example`, ''],
};

/** A reference number, possibly with words around it, but with no other number. */
export const reference: WrittenKind = {
  means: (text, { value }) => {
    const rest = lettersAndDigits(text).replace(lettersAndDigits(value), '\0');
    return !isDoubted(text) && rest.includes('\0') && !/\d/.test(rest) && !/[\d]\0|\0\d/.test(rest);
  },
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `no. ${value}` },
    { writer: 'hurried', text: value.toLowerCase().replaceAll('-', ' ') },
    { writer: 'hurried', text: `${value} (new)` },
    { writer: 'model', text: value },
  ],
  nearMisses: ({ value }) =>
    [otherLastDigit(value), `${value}7`, `${value} or ${otherLastDigit(value)}`, ''].filter((text) => text !== value),
};

const figuresOf = (text: string): string => (text.match(/\d+/g) ?? []).map(Number).join(' ');

/** The same numbers in the same order: `2 + 1` matches `2 adults, 1 child`. */
export const figures: WrittenKind = {
  means: (text, { value }) => figuresOf(text) === figuresOf(value),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: figuresOf(value) },
    { writer: 'model', text: figuresOf(value).replaceAll(' ', ', ') },
  ],
  nearMisses: ({ value }) =>
    [`${figuresOf(value)} 7`, otherLastDigit(value), ''].filter((text) => figuresOf(text) !== figuresOf(value)),
};
