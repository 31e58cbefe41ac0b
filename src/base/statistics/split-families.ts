import { createHash } from 'node:crypto';
import { UsageError } from '../errors.ts';

export interface FamilySplit {
  /** Share of the families used for figures, between 0 and 1. The rest is for choosing thresholds and monitors. */
  heldOut: number;
  seed: number;
}

/** The split for `--held-out` and `--seed`. Throws UsageError unless the share is above 0 and below 1. */
export function familySplit({
  heldOut,
  seed = 0,
}: {
  heldOut?: number | undefined;
  seed?: number | undefined;
}): FamilySplit | undefined {
  if (heldOut === undefined) return undefined;
  if (heldOut > 0 && heldOut < 1) return { heldOut, seed };
  throw new UsageError(`A share of ${heldOut} can’t be held out.`, {
    code: 'held-out-share',
    hint: 'Give a share between 0 and 1, such as --held-out 0.5.',
  });
}

/** Returns the families for choosing thresholds. The seed orders them, so adding a family moves at most one other. */
export function developmentFamilies(families: Iterable<string>, { heldOut, seed }: FamilySplit): Set<string> {
  const place = (family: string): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, family]))
      .digest('hex');
  const sorted = [...new Set(families)].map((family) => ({ family, at: place(family) }));
  sorted.sort((a, b) => (a.at < b.at ? -1 : 1));
  const count = Math.round(sorted.length * (1 - heldOut));
  return new Set(sorted.slice(0, count).map(({ family }) => family));
}
