/** Packages whose version is not the one that the recipe's list has; null: not in the image, or not in the list. */
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
