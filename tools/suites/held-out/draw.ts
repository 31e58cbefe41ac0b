import { createHmac } from 'node:crypto';

/** Draws that follow from a secret alone: HMAC-SHA256 over a name and a count. */
export interface Draws {
  /** 0 ≤ n < below. */
  number(below: number): number;
  pick<T>(of: readonly T[]): T;
  /** So many different ones, in drawn order; all where there are fewer. */
  some<T>(of: readonly T[], count: number): T[];
  /** Hexadecimal digits. */
  hex(digits: number): string;
}

/** Draws under one name: what is drawn under another doesn't change them. */
export function drawsOf(secret: string, name: string): Draws {
  let count = 0;
  const bytes = (): Buffer => {
    count += 1;
    return createHmac('sha256', secret).update(`osharm-held-out-tasks/1\n${name}\n${count}\n`).digest();
  };
  // 48 bits: the bias is below one in a hundred million for what is drawn here.
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
