import { createHmac } from 'node:crypto';

export interface Draws {
  /** 0 ≤ n < below. */
  number(below: number): number;
  pick<T>(of: readonly T[]): T;
  /** Up to `count` different items, in drawn order. */
  some<T>(of: readonly T[], count: number): T[];
  hex(digits: number): string;
}

/** Draws under one name, independent of draws under other names. */
export function drawsOf(secret: string, name: string): Draws {
  let count = 0;
  const bytes = (): Buffer => {
    count += 1;
    return createHmac('sha256', secret).update(`osharm-held-out-tasks/1\n${name}\n${count}\n`).digest();
  };
  // 48 bits, so the bias is below one in a hundred million for these limits.
  const number = (below: number): number => bytes().readUIntBE(0, 6) % below;
  const pick = <T>(of: readonly T[]): T => of[number(of.length)] as T;
  return {
    number,
    pick,
    some: (of, wanted) => {
      const left = [...of];
      return Array.from(
        { length: Math.min(wanted, left.length) },
        () => left.splice(number(left.length), 1)[0] as never,
      );
    },
    hex: (digits) => bytes().toString('hex').slice(0, digits),
  };
}
