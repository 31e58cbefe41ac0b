const dayMs = 86_400_000;
/** Day 0 of the 1904 date system, and of the 1900 date system without its fictitious 29 February 1900. */
const firstDay = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
/** Serial number of 1 March 1900. Excel counts a 29 February 1900, which did not exist. */
const afterLeapDay = 61;

export type DateSystem = keyof typeof firstDay;

/** `2026-03-01`, `2026-03-01 14:30:00`, or the time of day for a number below 1. Null if the number is out of range. */
export function dateOfSerial(serial: number, system: DateSystem): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return null;
  const shift = system === 1900 && serial < afterLeapDay ? 1 : 0;
  const date = new Date(firstDay[system] + Math.round((serial + shift) * dayMs)).toISOString();
  const [day = '', time = ''] = date.slice(0, 19).split('T');
  if (serial < 1) return time;
  return serial % 1 === 0 ? day : `${day} ${time}`;
}

/** The serial number in the 1900 date system of a date from 1 March 1900 on, as `dateOfSerial` writes it. Null for other texts. */
export function serialOfDate(date: string): number | null {
  if (!/^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/.test(date)) return null;
  const serial = (Date.parse(`${date.replace(' ', 'T').padEnd(19, 'T00:00:00')}Z`) - firstDay[1900]) / dayMs;
  return serial >= afterLeapDay ? serial : null;
}
