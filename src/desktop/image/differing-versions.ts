const beginning = 'This image has other versions of Debian packages than its recipe lists: ';

/** Whether a note of a desktop is about its image, and not about the run. */
export const isDifferingNote = (note: string): boolean => note.startsWith(beginning);

export function differingNote(differs: Readonly<Record<string, unknown>> | undefined): string | null {
  const names = Object.keys(differs ?? {});
  if (names.length === 0) return null;
  const first = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return `${beginning}${first}${more}. Another image with this id may have the listed ones.`;
}

/** `locked` or `found` is null if the package is missing in the list or in the image. */
export function differingVersions(
  locked: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): Record<string, { locked: string | null; found: string | null }> {
  const names = [...new Set([...Object.keys(locked), ...Object.keys(found)])].sort();
  return Object.fromEntries(
    names
      .filter((name) => locked[name] !== found[name])
      .map((name) => [name, { locked: locked[name] ?? null, found: found[name] ?? null }]),
  );
}
