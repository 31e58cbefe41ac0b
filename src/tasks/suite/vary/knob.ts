import { z } from 'zod';

const plain = z.union([z.string(), z.number()]);
const choice = z.union([plain, z.record(z.string(), plain)]);

/** One thing about a task that differs from seed to seed. */
export const knobSchema = z.union([
  /** One of these; an object's fields belong together. */
  z.strictObject({ one_of: z.array(choice).min(2) }),
  /** A whole number, both ends included. */
  z
    .strictObject({
      integer: z.tuple([z.number().int(), z.number().int()]),
      step: z.number().int().positive().default(1),
    })
    .refine(({ integer: [low, high] }) => low < high, 'the second number must be the larger'),
  /** All of these in another order: fields `0`, `1` … */
  z.strictObject({ shuffle: z.array(choice).min(2) }),
  /** Arithmetic over other knobs; `decimals`: how many a text shows (left out: as many as there are). */
  z.strictObject({ formula: z.string().min(1), decimals: z.number().int().min(0).max(6).optional() }),
  /** Always this text, which may use other knobs, unless an injection whose `slot` names it puts its own there. */
  z.strictObject({ slot: z.string() }),
]);
export type Knob = z.output<typeof knobSchema>;
export const varySchema = z.record(
  z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower case letters, digits and _'),
  knobSchema,
);
