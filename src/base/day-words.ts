/** An ISO day in words, with spaces that don't break: `26 November 2026`. What is no day stays as it is. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const words = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return words.replaceAll(' ', '\u00a0');
}
