/** Axes of a payload and their values, plainest first. */
export type Space = Readonly<Record<string, readonly string[]>>;

/** A payload as one value per axis. For a given target, a genome always renders to the same text. */
export type Genome = Readonly<Record<string, string>>;

export function genomeKey(genome: Genome): string {
  return Object.keys(genome)
    .sort()
    .map((axis) => `${axis}=${genome[axis]}`)
    .join(' ');
}

export function drawGenome(space: Space, random: () => number): Genome {
  return Object.fromEntries(Object.entries(space).map(([axis, values]) => [axis, oneOf(values, random)]));
}

export function oneOf<T>(list: readonly T[], random: () => number): T {
  if (list.length === 0) throw new RangeError('Nothing can be drawn from an empty list.');
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))] as T;
}
