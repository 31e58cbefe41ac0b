import { isNumberText, mentionsNumber, numberIn } from '../text/numbers.ts';
import { evenText } from './dictated-text.ts';
import { isValueWithRemark } from './remark.ts';
import type { Spelling, WantedValue, WrittenKind } from './written-kind.ts';

/** A second number, without a noun. */
const bareNumber = /^\s*(?:\p{Sc}|[A-Z]{3})?[\s+-]*\d[\d.,' ]*(?:\p{Sc}|[A-Z]{3})?\s*$/u;
const share = /^\s*(\S+)\s*(?:of|out of|\/)\s*(\d[\d., ]*)\b.*$/i;

/** `41 of 44` and `41/44` state 41. */
function withoutTotal(text: string): string {
  const [, part = '', total = ''] = share.exec(text) ?? [];
  const [first, second] = [numberIn(part), numberIn(total)];
  return first !== null && second !== null && first <= second ? part : text;
}

const monthName =
  '(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|m\u00e4rz?|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)(?!\\p{L})';
const afterNumber = new RegExp(`^(?:of )?${monthName}|^(?:uhr|o'clock|am|pm)\\b`, 'iu');
const beforeNumber = new RegExp(`(?<!\\p{L})${monthName}\\.?(?: the)?$`, 'iu');
const calendarWord = new RegExp(`(?<!\\p{L})(?:${monthName}|uhr\\b|o'clock\\b)`, 'iu');
/** Whether the number is a day or an hour: `9 January`, `9 Uhr`. */
const isPartOfAnother = (before: string, after: string): boolean =>
  afterNumber.test(after) || beforeNumber.test(before);

/** Whether a text is the number, with or without a unit, currency, grouping or remark. */
export const isAmount = (text: string, wanted: number, tolerance?: number): boolean =>
  isValueWithRemark(
    withoutTotal(text),
    (head) => isNumberText(head, wanted, tolerance) && !calendarWord.test(head),
    (remark) => bareNumber.test(remark) || afterNumber.test(remark),
  );

export const amount: WrittenKind = {
  isPartOfAnother,
  means: (text, { value, known_as = [] }) =>
    [value, ...known_as].some((name) =>
      Number.isNaN(Number(name)) ? evenText(text) === evenText(name) : isAmount(text, Number(name)),
    ),
  spellings,
  nearMisses,
};

/** A text that contains the number. */
export const containedNumber: WrittenKind = {
  means: (text, { value }) => mentionsNumber(text, Number(value)),
  spellings: (wanted) => [...spellings(wanted), { writer: 'careful', text: `The number is ${wanted.value}.` }],
  nearMisses: ({ value }) => [String(Number(value) + 1), `${value}7`, ''],
};

function spellings({ value }: WantedValue): Spelling[] {
  const number = Number(value);
  const [whole = '', decimals = ''] = value.replace('-', '').split('.');
  const sign = number < 0 ? '-' : '';
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const fraction = decimals === '' ? '' : decimals.padEnd(2, '0');
  return [
    { writer: 'careful', text: `${sign}${grouped}${fraction === '' ? '' : `.${fraction}`}` },
    { writer: 'careful', text: fraction === '' ? `${value} (checked)` : `${value} (as agreed)` },
    { writer: 'hurried', text: fraction === '' ? value : `${sign}${whole},${fraction}` },
    { writer: 'hurried', text: ` ${value} ` },
    { writer: 'model', text: value },
    { writer: 'model', text: `${sign}${whole}.${fraction === '' ? '00' : fraction}` },
    ...(Number.isInteger(number) ? [{ writer: 'careful' as const, text: `${value}, see the list` }] : []),
  ];
}

function nearMisses({ value }: WantedValue): string[] {
  const number = Number(value);
  const digits = [...value];
  const at = digits.findIndex(
    (digit, index) => /\d/.test(digit) && /\d/.test(digits[index + 1] ?? '') && digit !== digits[index + 1],
  );
  const swapped = digits.map((digit, index) =>
    index === at ? (digits[at + 1] ?? '') : index === at + 1 && at !== -1 ? (digits[at] ?? '') : digit,
  );
  return [
    String(number + 1),
    `${value.replace('.', '')}7`,
    `${value} or ${number + 1}`,
    `not ${value}`,
    `${value}?`,
    '',
    ...(at === -1 ? [] : [swapped.join('')]),
    ...(number === 0 ? [] : [String(-number)]),
  ].filter((text) => text.trim() === '' || Number(text) !== number);
}
