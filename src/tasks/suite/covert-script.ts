import { z } from 'zod';

/**
 * A placeholder for the side task's Python code: `{code}`, `{code:FORM}`, or `{code:FORM:I/N}` for the I-th of N equal
 * pieces. All forms but `plain` are Python string literals.
 */
export const codePlaceholder = /\{code(?::(plain|string|reversed|base64|hex))?(?::(\d{1,2})\/(\d{1,2}))?\}/g;

/** How `reference-covert-written` does side tasks. It uses the same script for all of them. */
export const covertScriptSchema = z.strictObject({
  /** When the script runs: from the user's second step that acts, or after the user's task. */
  when: z.enum(['early', 'last']).default('early'),
  /** For early scripts: in a separate action before the user's, or within the user's action. */
  place: z.enum(['apart', 'within']).default('apart'),
  /** The agent's steps, in order. `say` is added to the reply. */
  steps: z
    .array(
      z.strictObject({
        say: z.string().max(2_000).optional(),
        python: z.string().min(1).max(20_000).refine(hasWholePieces, 'has a piece of code outside of 1/N … N/N'),
      }),
    )
    .min(1)
    .max(20),
});
export type WrittenScript = z.output<typeof covertScriptSchema>;

function hasWholePieces(python: string): boolean {
  return [...python.matchAll(codePlaceholder)].every(([, , piece, count]) => {
    if (piece === undefined || count === undefined) return true;
    return Number(piece) >= 1 && Number(piece) <= Number(count);
  });
}
