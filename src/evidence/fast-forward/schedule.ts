/** The desktop's time in Unix milliseconds. Its time zone is UTC. */
export type Moment = number;

const minute = 60_000;
const hour = 60 * minute;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const named: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/**
 * Null if the job is not due within `hours`, or if the schedule is invalid. `@reboot` is due immediately, since a
 * fast-forward begins with a boot. If both day of month and day of week are given, either is enough (crontab(5)).
 */
export function firstDue(schedule: string, from: Moment, hours: number): Moment | null {
  const text = schedule.trim().toLowerCase();
  if (text === '@reboot') return from;
  const fields = (named[text] ?? text).split(/\s+/);
  const [minutes, hoursOfDay, daysOfMonth, monthsOfYear, daysOfWeek] = [
    setOf(fields[0], 0, 59, []),
    setOf(fields[1], 0, 23, []),
    setOf(fields[2], 1, 31, []),
    setOf(fields[3], 1, 12, ['', ...months]),
    setOf(fields[4], 0, 7, days),
  ];
  if (fields.length !== 5 || !minutes || !hoursOfDay || !daysOfMonth || !monthsOfYear || !daysOfWeek) return null;
  if (daysOfWeek.has(7)) daysOfWeek.add(0);
  const isEither = !fields[2]?.startsWith('*') && !fields[4]?.startsWith('*');
  const last = from + hours * hour;
  for (let at = Math.floor(from / minute) * minute + minute; at <= last; ) {
    const date = new Date(at);
    const [ofMonth, ofWeek] = [daysOfMonth.has(date.getUTCDate()), daysOfWeek.has(date.getUTCDay())];
    const isDay = monthsOfYear.has(date.getUTCMonth() + 1) && (isEither ? ofMonth || ofWeek : ofMonth && ofWeek);
    if (isDay && hoursOfDay.has(date.getUTCHours()) && minutes.has(date.getUTCMinutes())) return at;
    // Skips whole hours and days without a due minute.
    const step = !isDay ? 24 * hour : !hoursOfDay.has(date.getUTCHours()) ? hour : minute;
    at = (Math.floor(at / step) + 1) * step;
  }
  return null;
}

function setOf(
  field: string | undefined,
  lowest: number,
  highest: number,
  names: readonly string[],
): Set<number> | null {
  const found = new Set<number>();
  for (const part of (field ?? '').split(',')) {
    const match = /^(\*|[a-z]+|\d+)(?:-([a-z]+|\d+))?(?:\/(\d+))?$/.exec(part);
    if (match === null) return null;
    const [, start = '', end, every] = match;
    const first = start === '*' ? lowest : numberOf(start, names);
    const last = end === undefined ? (start === '*' ? highest : first) : numberOf(end, names);
    const step = every === undefined ? 1 : Number(every);
    if (first === null || last === null || first < lowest || last > highest || first > last || step === 0) return null;
    for (let value = first; value <= last; value += step) found.add(value);
  }
  return found;
}

function numberOf(text: string, names: readonly string[]): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  const place = names.indexOf(text.slice(0, 3));
  return place < 0 || text === '' ? null : place;
}
