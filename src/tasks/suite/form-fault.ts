/** Rephrases zod's message for a missing field. */
export function formFault(message: string): string {
  const [, kind] = /^Invalid input: expected (\w+), received undefined$/.exec(message) ?? [];
  return kind === undefined ? message : `is missing: expected ${kind}`;
}
