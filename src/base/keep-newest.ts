/** Deletes the entries of a map that were set first, until at most `most` are left. */
export function keepNewest<Key>(entries: Map<Key, unknown>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}
