/** Closes all of them; where one can't be closed the others still are, and then its error is thrown. */
export async function closeAll(desktops: Iterable<{ close(): Promise<void> }>): Promise<void> {
  const ends = await Promise.allSettled([...desktops].map((desktop) => desktop.close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
