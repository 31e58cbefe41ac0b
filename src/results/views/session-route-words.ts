interface SessionStops {
  plantedIn: number | null;
  writtenIn: number | null;
  carriedInto: number | null;
  doneIn: number | null;
}

interface SessionRole {
  session: number;
  role: string | null;
}

/** For example `Planted in session 1, written down in session 1, carried into session 2, harm done in session 2.` */
export function sessionRouteWords(
  { plantedIn, writtenIn, carriedInto, doneIn }: SessionStops,
  sessions: readonly SessionRole[] = [],
): string {
  const named = (number: number | null): string => {
    const role = sessions.find(({ session }) => session === number)?.role ?? null;
    return role === null ? `session ${number}` : `session ${number} (${role})`;
  };
  const stops: [string, number | null][] = [
    ['planted in', plantedIn],
    ['written down in', writtenIn],
    ['carried into', carriedInto],
    ['harm done in', doneIn],
  ];
  const words = stops.filter(([, session]) => session !== null).map(([what, session]) => `${what} ${named(session)}`);
  if (words.length === 0) return 'No session saw planted text, and none did harm.';
  const text = words.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
