import { z } from 'zod';

const ratesSchema = z.object({
  /** US dollars per million tokens. */
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** For input tokens read from the provider's cache. Defaults to `input`. */
  cachedInput: z.number().nonnegative().optional(),
  /** For input tokens written to the provider's cache. Defaults to `input`. */
  cacheWrite: z.number().nonnegative().optional(),
});
export const priceSchema = ratesSchema.extend({
  /** Rates for whole requests with more than `above` input tokens. The highest applicable tier counts. */
  tiers: z.array(ratesSchema.extend({ above: z.number().nonnegative() })).optional(),
});
export type Price = z.infer<typeof priceSchema>;
export type Rates = z.infer<typeof ratesSchema>;
