import { z } from 'zod';

const ratesSchema = z.object({
  /** US dollars per million tokens. */
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Of input tokens read from the provider's cache; without it they cost what input costs. */
  cachedInput: z.number().nonnegative().optional(),
  /** Of input tokens written to the provider's cache; without it they cost what input costs. */
  cacheWrite: z.number().nonnegative().optional(),
});
/** What a model costs by the token. */
export const priceSchema = ratesSchema.extend({
  /** What a whole request costs whose input tokens are more than `above`; the highest that is passed counts. */
  tiers: z.array(ratesSchema.extend({ above: z.number().nonnegative() })).optional(),
});
export type Price = z.infer<typeof priceSchema>;
export type Rates = z.infer<typeof ratesSchema>;
