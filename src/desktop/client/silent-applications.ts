import type { SilentApplication } from './protocol.ts';

/** The applications are listed in a header, so that the body of the reply keeps OSWorld's format. */
export const silentHeader = 'osharm-silent-applications';

/** Limits that keep the header below 16 KiB, above which Node rejects the reply. */
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

export function silentSentence({ name, reason, ageMs }: SilentApplication): string {
  const who = name === null || name === '' ? 'An application' : name;
  const rest =
    ageMs === null
      ? 'it is missing from the accessibility tree.'
      : `the accessibility tree contains its state of ${(ageMs / 1000).toFixed(1)} s before.`;
  return `${who} did not answer (${reason}): ${rest}`;
}
