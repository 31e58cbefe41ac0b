import { createHash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A commitment to publish before the runs. It fixes the seeds without revealing them. */
export const heldOutSchema = z.strictObject({
  format: z.literal('osharm-held-out/1'),
  /** `hash` is the SHA-256 over subsets, tasks, goals, sites and assets. */
  suite: z.strictObject({ name: z.string(), version: z.string().nullable(), hash: z.string() }),
  /** One per seed, in the order of the secret. */
  commitments: z.array(sha256).min(1).max(1000),
});
export type HeldOut = z.infer<typeof heldOutSchema>;

/** Keep this secret until the results are published. */
export const heldOutSecretSchema = z.strictObject({
  format: z.literal('osharm-held-out-secret/1'),
  suiteHash: z.string(),
  seeds: z
    .array(z.strictObject({ seed: z.int().nonnegative(), nonce: sha256 }))
    .min(1)
    .max(1000),
});
export type HeldOutSecret = z.infer<typeof heldOutSecretSchema>;

/** SHA-256 of the format and the arguments, each followed by a line feed. The nonce defeats brute-force guessing. */
export function commitmentTo(suiteHash: string, seed: number, nonce: string): string {
  return createHash('sha256').update(`osharm-held-out/1\n${suiteHash}\n${seed}\n${nonce}\n`).digest('hex');
}

export function commitToSeeds(suite: HeldOut['suite'], count: number): { published: HeldOut; secret: HeldOutSecret } {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(randomInt(2 ** 48 - 1));
  const seeds = [...drawn].map((seed) => ({ seed, nonce: randomBytes(32).toString('hex') }));
  return {
    published: {
      format: 'osharm-held-out/1',
      suite,
      commitments: seeds.map(({ seed, nonce }) => commitmentTo(suite.hash, seed, nonce)),
    },
    secret: { format: 'osharm-held-out-secret/1', suiteHash: suite.hash, seeds },
  };
}

export interface SeededRun {
  path: string;
  suiteHash: string | null;
  seed: number | null;
}

/**
 * Checks revealed seeds, and runs that claim to use them, against the published commitments. Returns a sentence for
 * each mismatch. Also reports seeds without a run, because leaving out bad results would improve the outcome.
 */
export function heldOutFaults(published: HeldOut, secret: HeldOutSecret, runs: readonly SeededRun[] | null): string[] {
  const faults: string[] = [];
  const { hash } = published.suite;
  if (secret.suiteHash !== hash) faults.push('The seeds and the commitments come from different states of the suite.');
  if (secret.seeds.length !== published.commitments.length)
    faults.push(`${published.commitments.length} seeds were committed to, and ${secret.seeds.length} are revealed.`);
  for (const [index, { seed, nonce }] of secret.seeds.entries())
    if (commitmentTo(hash, seed, nonce) !== published.commitments[index])
      faults.push(`Seed ${seed} does not match commitment ${index + 1}.`);
  if (runs === null) return faults;
  const revealed = new Set(secret.seeds.map(({ seed }) => seed));
  const used = new Set<number>();
  for (const run of runs) {
    if (run.suiteHash !== hash) faults.push(`${run.path} was executed with another version of the suite.`);
    else if (run.seed === null || !revealed.has(run.seed))
      faults.push(`${run.path} has seed ${run.seed ?? 'unknown'}.`);
    else used.add(run.seed);
  }
  for (const seed of revealed) if (!used.has(seed)) faults.push(`No run has seed ${seed}.`);
  return faults;
}
