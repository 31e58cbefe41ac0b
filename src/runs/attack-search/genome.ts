/** What a payload may be made of: axis → its values, the plainest first. */
export type Space = Readonly<Record<string, readonly string[]>>;

/** One payload as data: axis → the value that it has there. The same genome makes the same text for the same target. */
export type Genome = Readonly<Record<string, string>>;

/** A genome as a key: the same for the same values, in whatever order they stand. */
export function genomeKey(genome: Genome): string {
  return Object.keys(genome)
    .sort()
    .map((axis) => `${axis}=${genome[axis]}`)
    .join(' ');
}

/** A genome drawn from a space, each value as likely as the others of its axis. */
export function drawGenome(space: Space, random: () => number): Genome {
  return Object.fromEntries(Object.entries(space).map(([axis, values]) => [axis, oneOf(values, random)]));
}

/** One of a list, each as likely. Throws RangeError for an empty list. */
export function oneOf<T>(list: readonly T[], random: () => number): T {
  if (list.length === 0) throw new RangeError('Nothing can be drawn from an empty list.');
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))] as T;
}
