import { seededRandom } from './seeded-random.ts';

export interface SignFlip {
  p: number;
  informative: number;
  /** True if all 2^informative sign patterns were enumerated, false if `draws` patterns were sampled. */
  isExact: boolean;
}

const enumerated = 16;

/**
 * Sign-flip permutation test: if two agents are equally good, each family's difference is as likely to have the
 * opposite sign. p is the share of sign patterns whose sum is at least as far from 0 as the observed one, or (1 + hits)
 * / (1 + draws) if patterns are sampled. Sources: Fisher, The Design of Experiments (1935) §21; Phipson and Smyth,
 * Statistical Applications in Genetics and Molecular Biology 9 (2010) 39.
 */
export function signFlip(
  differences: readonly number[],
  { seed = 1, draws = 20_000 }: { seed?: number; draws?: number } = {},
): SignFlip {
  const held = differences.filter((difference) => Math.abs(difference) > 1e-12);
  if (held.length === 0) return { p: 1, informative: 0, isExact: true };
  const seen = Math.abs(held.reduce((sum, value) => sum + value, 0));
  // The tolerance treats sums that differ only by rounding as equal.
  const reach = seen - 1e-9 * Math.max(1, seen);
  const isExact = held.length <= enumerated;
  return { p: isExact ? exact(held, reach) : drawn(held, reach, seed, draws), informative: held.length, isExact };
}

function exact(differences: readonly number[], reach: number): number {
  const ways = 2 ** differences.length;
  // One sign is fixed, because the other half of the patterns mirrors this one.
  let far = 0;
  for (let pattern = 0; pattern < ways / 2; pattern += 1) {
    let sum = 0;
    for (let at = 0; at < differences.length; at += 1)
      sum += (pattern >> at) & 1 ? -(differences[at] as number) : (differences[at] as number);
    if (Math.abs(sum) >= reach) far += 1;
  }
  return far / (ways / 2);
}

function drawn(differences: readonly number[], reach: number, seed: number, draws: number): number {
  const random = seededRandom(seed);
  let far = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let sum = 0;
    for (const difference of differences) sum += random() < 0.5 ? -difference : difference;
    if (Math.abs(sum) >= reach) far += 1;
  }
  return (1 + far) / (1 + draws);
}
