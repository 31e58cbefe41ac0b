import { z } from 'zod';

const plain = z.union([z.string(), z.number()]);
const choice = z.union([plain, z.record(z.string(), plain)]);

export const knobSchema = z.union([
  /** The fields of an object are drawn together. */
  z.strictObject({ one_of: z.array(choice).min(2) }),
  /** Inclusive bounds. */
  z
    .strictObject({
      integer: z.tuple([z.number().int(), z.number().int()]),
      step: z.number().int().positive().default(1),
    })
    .refine(({ integer: [low, high] }) => low < high, 'the second number must be the larger'),
  /** A permutation, with the fields `0`, `1` and so on. */
  z.strictObject({ shuffle: z.array(choice).min(2) }),
  /** Arithmetic over other knobs. `decimals` sets the digits shown in texts. */
  z.strictObject({ formula: z.string().min(1), decimals: z.number().int().min(0).max(6).optional() }),
  /** A fixed text, which may use other knobs and which an injection with this `slot` replaces. */
  z.strictObject({ slot: z.string() }),
]);
export type Knob = z.output<typeof knobSchema>;
export const varySchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower case letters, digits and _'),
  knobSchema,
);
