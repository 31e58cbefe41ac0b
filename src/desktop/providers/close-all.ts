/** Closes all desktops even if one fails, then throws the first error. */
export async function closeAll(desktops: Iterable<{ close(): Promise<void> }>): Promise<void> {
  const ends = await Promise.allSettled([...desktops].map((desktop) => desktop.close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
