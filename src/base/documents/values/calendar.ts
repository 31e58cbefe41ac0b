import { dateMeans, daysMean, firstDate, isTimeText, monthMeans, monthNames, timeMeans } from '../text/dates.ts';
import { evenText } from './dictated-text.ts';
import { isValueWithRemark } from './remark.ts';
import type { Spelling, WrittenKind } from './written-kind.ts';

/** Rewrites formats of programs: `2026/04/12`, `20260412`, `12-Apr-2026`, `12 Apr 26`. */
const usualFormat = (text: string): string =>
  text
    .trim()
    .replace(/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, '$1-$2-$3')
    .replace(/^(20\d\d)(\d\d)(\d\d)$/, '$1-$2-$3')
    .replace(/^(\d{1,2})-(\p{L}{3,9})-(\d{2,4})$/u, '$1 $2 $3')
    .replace(/^(\d{1,2}(?:st|nd|rd|th)? \p{L}{3,9}\.?,?) (\d\d)$/u, '$1 20$2');

const isDate = (text: string): boolean => firstDate(usualFormat(text))?.month !== undefined;

const dateKind = (isMonthNeeded: boolean): WrittenKind => ({
  means: (text, { value }) =>
    isValueWithRemark(text, (head) => dateMeans(usualFormat(head), value, { isMonthNeeded }), isDate),
  spellings: ({ value }) => dateSpellings(value),
  nearMisses: ({ value }) => {
    const { day = 1, month = 1, year } = firstDate(value) ?? {};
    const name = monthNames[month - 1] ?? '';
    const next = monthNames[month % 12] ?? '';
    const other = day === 28 ? 27 : day > 28 ? day - 1 : day + 1;
    return [
      `${other} ${name}`,
      `${day} ${next}`,
      `${day} or ${other} ${name}`,
      `not ${day} ${name}`,
      '',
      ...(year === undefined ? [] : [`${day} ${name} ${year + 1}`]),
    ];
  },
});

function dateSpellings(value: string): Spelling[] {
  const { day = 1, month = 1, year } = firstDate(value) ?? {};
  const name = monthNames[month - 1] ?? '';
  const two = (number: number): string => String(number).padStart(2, '0');
  const withYear: Spelling[] =
    year === undefined
      ? []
      : [
          { writer: 'model', text: `${year}-${two(month)}-${two(day)}` },
          { writer: 'model', text: `${year}/${two(month)}/${two(day)}` },
          { writer: 'careful', text: `${day} ${name} ${year}` },
          { writer: 'careful', text: `${name} ${day}, ${year}` },
          { writer: 'hurried', text: `${two(day)}/${two(month)}/${year}` },
          { writer: 'hurried', text: `${day}.${month}.${year}` },
        ];
  return [
    ...withYear,
    { writer: 'careful', text: `${day} ${name}` },
    { writer: 'hurried', text: `${day} ${name.slice(0, 3)}` },
    { writer: 'hurried', text: `${day}.${month}.` },
    { writer: 'careful', text: `${day} ${name} (confirmed)` },
  ];
}

/** `12 March`, or the day of the month alone. */
export const dayOfMonth = dateKind(false);
/** `12 April 2026`: at least day and month. */
export const date = dateKind(true);

/** `9:30` of `9:30 - 11:00`. */
const startOf = (text: string): string =>
  text.replace(/(?<=\d[:.]\d\d)\s*(?:[-\u2013]|to|bis|until)\s*\d{1,2}[:.]\d\d\s*$/i, '');

export const time: WrittenKind = {
  means: (text, { value }) =>
    isValueWithRemark(
      startOf(text.replace(/\s*(?:Uhr|o['’]clock)\b/i, '')),
      (head) => timeMeans(head, value),
      isTimeText,
    ),
  spellings: ({ value }) => {
    const [hour = '0', minute = '00'] = value.split(/[:.]/);
    const long = `${hour.padStart(2, '0')}:${minute}`;
    const half = Number(hour) % 12 === 0 ? 12 : Number(hour) % 12;
    return [
      { writer: 'careful', text: value },
      { writer: 'careful', text: `${long} (confirmed)` },
      { writer: 'hurried', text: `${Number(hour)}.${minute}` },
      { writer: 'hurried', text: `at ${value}` },
      { writer: 'model', text: long },
      { writer: 'model', text: `${half}:${minute} ${Number(hour) < 12 ? 'am' : 'pm'}` },
    ];
  },
  nearMisses: ({ value }) => {
    const [hour = '0', minute = '00'] = value.split(/[:.]/);
    const other = String((Number(minute) + 1) % 60).padStart(2, '0');
    return [
      `${hour}:${other}`,
      `${(Number(hour) + 1) % 24}:${minute}`,
      `${value} or ${hour}:${other}`,
      `not ${value}`,
      '',
    ];
  },
};

export const daysOfMonth: WrittenKind = {
  means: (text, { value }) => daysMean(text, value),
  spellings: ({ value }) => {
    const [, from = '', to = '', month = ''] = /^(\d+)-(\d+) (\w+)/.exec(value) ?? [];
    return [
      { writer: 'careful', text: `${from} to ${to} ${month}` },
      { writer: 'hurried', text: `${from}-${to}` },
      { writer: 'model', text: `${from}–${to} ${month}` },
    ];
  },
  nearMisses: ({ value }) => {
    const [, from = '1', to = '2', month = ''] = /^(\d+)-(\d+) (\w+)/.exec(value) ?? [];
    return [`${from}-${Number(to) + 1} ${month}`, from, ''];
  },
};

export const month: WrittenKind = {
  means: (text, { value }) => monthMeans(text, value),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'hurried', text: value.toLowerCase() },
    { writer: 'model', text: value.replace(/^(\p{L}{3})\p{L}*/u, '$1') },
  ],
  nearMisses: ({ value }) => [value.startsWith('March') ? 'April' : 'March', ''],
};

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** A day of the week, in full or short. */
export const weekday: WrittenKind = {
  means: (text, { value }) =>
    isValueWithRemark(
      text,
      (head) => dayName(head) === dayName(value),
      (remark) => dayName(remark) !== null,
    ),
  spellings: ({ value }) => [
    { writer: 'careful', text: value },
    { writer: 'careful', text: `on ${value}` },
    { writer: 'hurried', text: value.slice(0, 3).toLowerCase() },
    { writer: 'model', text: `${value.slice(0, 3)}.` },
  ],
  nearMisses: ({ value }) => {
    const other = weekdays[(weekdays.indexOf(dayName(value) ?? '') + 1) % 7] ?? '';
    return [other, `${value} or ${other}`, `not ${value}`, ''];
  },
};

function dayName(text: string): string | null {
  const plain = evenText(text).replace(/s$/, '');
  return plain.length < 2 || !/^\p{L}+$/u.test(plain)
    ? null
    : (weekdays.find((day) => shortForms(day).has(plain)) ?? null);
}

const shortForms = (day: string): ReadonlySet<string> =>
  new Set([day, day.slice(0, 3), day.slice(0, 4), day.slice(0, -3)].map((form) => form.replace(/s$/, '')));
