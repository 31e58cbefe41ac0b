import type { SilentApplication } from './protocol.ts';

/** Header of the reply to `/accessibility`: which applications did not answer. The reply itself stays as OSWorld's server gives it. */
export const silentHeader = 'osharm-silent-applications';

/** A header that is longer than 16 KiB breaks the reply: so many applications are named, by so many characters each. */
export const mostNamed = 8;
export const longestName = 60;
export const longestReason = 100;

export function silentHeaderValue(silent: readonly SilentApplication[]): string {
  const named = silent.slice(0, mostNamed).map(({ name, reason, ageMs }) => ({
    name: name?.toWellFormed().slice(0, longestName).toWellFormed() ?? null,
    reason: reason.toWellFormed().slice(0, longestReason).toWellFormed(),
    ageMs: ageMs === null ? null : Math.round(ageMs),
  }));
  return encodeURIComponent(JSON.stringify(named));
}

/** What a person should know of an application that did not answer. */
export function silentSentence({ name, reason, ageMs }: SilentApplication): string {
  const who = name === null || name === '' ? 'An application' : name;
  const rest =
    ageMs === null
      ? 'nothing of it is in the accessibility tree.'
      : `the accessibility tree holds what was read of it ${(ageMs / 1000).toFixed(1)} s before.`;
  return `${who} did not answer (${reason}): ${rest}`;
}
