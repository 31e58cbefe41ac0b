import { createHash } from 'node:crypto';

/** A number in [0, 1) that depends only on the text. */
export const hashShare = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;

/** Sorts items by a hash of the seed and their names, so a new item doesn't reorder the rest. */
export function inSeededOrder<Item>(items: readonly Item[], seed: number, nameOf: (item: Item) => string): Item[] {
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, rank: rank(item) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ item }) => item);
}
