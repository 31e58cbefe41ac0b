import { createHash } from 'node:crypto';

/** Draws that depend on a text alone: the same text, the same draws. */
export interface Seeded {
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
  pick<T>(values: readonly T[]): T;
  shuffled<T>(values: readonly T[]): T[];
}

export function seeded(text: string): Seeded {
  let state = createHash('sha256').update(text).digest().readUInt32LE(0);
  const next = (): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    below,
    pick: (values) => values[below(values.length)] as (typeof values)[number],
    shuffled(values) {
      const order = [...values];
      for (let last = order.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        [order[last], order[other]] = [order[other] as never, order[last] as never];
      }
      return order;
    },
  };
}
