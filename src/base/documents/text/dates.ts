import { withFigures } from './number-words.ts';

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const months = monthNames.map((name) => name.toLowerCase());
const monthName = `(?:${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`;
const weekday = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,? +/;

interface PlainDate {
  day?: number;
  month?: number;
  year?: number;
}

const even = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

const monthOf = (name: string): number => months.findIndex((month) => month.startsWith(name.slice(0, 3))) + 1;

const isoForm = '(\\d{4})-(\\d{1,2})-(\\d{1,2})';

const namedForms = (year: string): [string, string] => [
  `(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)? ?(?:of )?(?<month>${monthName}),?${year}`,
  `(?<month>${monthName}) (?:the )?(?<day>\\d{1,2})(?:st|nd|rd|th)?,?${year}`,
];

/** The possible dates of a text: `12/3` is in March or in December. Empty if the text is not a single date. */
function datesIn(text: string): PlainDate[] {
  const plain = even(text).replace(weekday, '').replace(/^the /, '');
  const match = (source: string): RegExpExecArray | null => new RegExp(`^${source}$`).exec(plain);
  const iso = match(isoForm);
  if (iso !== null) return [made(iso[3], iso[2], iso[1])];
  const [dayFirst, monthFirst] = namedForms('(?: (?<year>\\d{4}))?');
  const named = match(dayFirst) ?? match(monthFirst);
  if (named?.groups !== undefined) {
    const { day, month = '', year } = named.groups;
    return [made(day, String(monthOf(month)), year)];
  }
  const numeric = match('(\\d{1,2})([./-])(\\d{1,2})(?:\\.|[./-](\\d{4}|\\d{2})\\.?)?');
  if (numeric !== null) {
    const [, first, sign, second, year] = numeric;
    const full = year?.length === 2 ? `20${year}` : year;
    return [made(first, second, full), ...(sign === '/' ? [made(second, first, full)] : [])];
  }
  const alone = match('(\\d{1,2})(?:st|nd|rd|th|\\.)?');
  return alone === null ? [] : [made(alone[1], undefined, undefined)];
}

const made = (day?: string, month?: string, year?: string): PlainDate => {
  const date: PlainDate = {};
  if (day !== undefined) date.day = Number(day);
  if (month !== undefined) date.month = Number(month);
  if (year !== undefined) date.year = Number(year);
  return date;
};

/** The first possible date of a text; undefined if the text is not a single date. */
export const firstDate = (text: string): PlainDate | undefined => datesIn(text)[0];

const agrees = (actual: number | undefined, wanted: number | undefined): boolean =>
  actual === undefined || wanted === undefined || actual === wanted;

/** True if a text is the date `wanted` (`12 March`, `12 April 2026`). Parts that the text omits are ignored. */
export function dateMeans(text: string, wanted: string, { isMonthNeeded }: { isMonthNeeded: boolean }): boolean {
  const [date] = datesIn(wanted);
  return datesIn(text).some(
    (plainDate) =>
      plainDate.day === date?.day &&
      (plainDate.month !== undefined || !isMonthNeeded) &&
      agrees(plainDate.month, date?.month) &&
      agrees(plainDate.year, date?.year),
  );
}

const fullDate = new RegExp(
  `(?<!\\d)(?:${[isoForm, ...namedForms(' \\d{4}'), '\\d{1,2}[./-]\\d{1,2}[./-](?:\\d{4}|\\d{2})'].join('|')})(?!\\d)`,
  'g',
);

const longestField = 10_000;

/** True if every full date in a text is `wanted` (`12 April 2026`); null without a full date. */
export function isOnlyDate(text: string, wanted: string): boolean | null {
  const found = even(text.slice(0, longestField)).match(fullDate) ?? [];
  return found.length === 0 ? null : found.every((date) => dateMeans(date, wanted, { isMonthNeeded: true }));
}

/** True if a text names the first and last day of `wanted` (`4-6 May`) and no other day. */
export function daysMean(text: string, wanted: string): boolean {
  const parts = /^(\d+)-(\d+) (\w+)/.exec(even(wanted));
  if (parts === null) return false;
  const [, from, to, name = ''] = parts;
  const month = monthOf(name);
  const plain = even(text);
  if ((plain.match(new RegExp(monthName, 'g')) ?? []).some((value) => monthOf(value) !== month)) return false;
  const days = plain
    .replace(/\b20\d\d\b/g, '')
    .replace(new RegExp(`(\\d{1,2})[./]0?${month}(?!\\d)\\.?`, 'g'), '$1 ')
    .match(/\d+/g)
    ?.map(Number);
  if (days === undefined || days.length < 2) return false;
  const isEveryDay = days.every((day, index) => index === 0 || day === (days[index - 1] ?? 0) + 1);
  return days[0] === Number(from) && days.at(-1) === Number(to) && (days.length === 2 || isEveryDay);
}

/** True if a text is the month `wanted` (`April`, `April 2026`). */
export function monthMeans(text: string, wanted: string): boolean {
  const parse = (candidate: string): PlainDate | null => {
    const plain = even(candidate);
    const named = new RegExp(`^(${monthName})(?: (\\d{4}))?$`).exec(plain);
    if (named !== null) return made(undefined, String(monthOf(named[1] ?? '')), named[2]);
    const iso = /^(\d{4})-(\d{1,2})$/.exec(plain);
    if (iso !== null) return made(undefined, iso[2], iso[1]);
    const numeric = /^(\d{1,2})(?:[./](\d{4}))?$/.exec(plain);
    return numeric === null ? null : made(undefined, numeric[1], numeric[2]);
  };
  const plainDate = parse(text);
  const date = parse(wanted);
  return plainDate !== null && plainDate.month === date?.month && agrees(plainDate.year, date?.year);
}

/** True if a text is the time `wanted` (`7:05`). `half past four` also matches 16:30. */
export const timeMeans = (text: string, wanted: string): boolean =>
  minutesIn(text).some((minutes) => minutesIn(wanted).includes(minutes));

export const isTimeText = (text: string): boolean => minutesIn(text).length > 0;

function minutesIn(text: string): number[] {
  const plain = even(withFigures(text)).replace(/\bone\b/, '1');
  const words =
    /^(?:(?:a )?(half|quarter|\d{1,2}(?: minutes?)?) (past|to) )?(\d{1,2}|noon|midday|midnight)(?: ?o'clock)?$/.exec(
      plain,
    );
  if (words !== null) {
    const [, part = '0', side = 'past', hour = ''] = words;
    const minutes = { half: 30, quarter: 15 }[part] ?? Number.parseInt(part, 10);
    const hours = { noon: 12, midday: 12, midnight: 0 }[hour] ?? Number(hour);
    const early = hours * 60 + (side === 'to' ? -minutes : minutes);
    return hour.length > 2 || hours > 12 ? [early] : [early, early + 720];
  }
  const match =
    /^(\d{1,2})(?:(?: ?[:.h] ?|(?=\d{2}\b))(\d{2})(?::00)?)?(?: ?(?:h|hours|uhr))?(?: ?([ap])\.?m\.?)?$/.exec(
      plain.replace(/ ?o'clock\b/, ''),
    );
  if (match === null) return [];
  const [, hour = '', minute = '0', half] = match;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return [hours * 60 + Number(minute)];
}
