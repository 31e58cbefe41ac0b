/** The time in ISO 8601; null if the text is no time, as in damaged records. */
export function isoTime(text: string | null | undefined): string | null {
  const time = new Date(text ?? '');
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
