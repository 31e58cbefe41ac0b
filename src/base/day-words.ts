/** Formats an ISO day with non-breaking spaces: `26 November 2026`. Returns any other text unchanged. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const words = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return words.replaceAll(' ', '\u00a0');
}

/** Formats a range of days: `between 26 and 27 November 2026`, or `on 26 November 2026`. */
export function daysWords(first: string, last: string): string {
  if (first === last) return `on ${dayWords(first)}`;
  const [from, to] = [dayWords(first).split('\u00a0'), dayWords(last).split('\u00a0')];
  while (from.length > 1 && from.at(-1) === to.at(-1)) {
    from.pop();
    to.pop();
  }
  return `between ${from.join('\u00a0')} and ${dayWords(last)}`;
}
