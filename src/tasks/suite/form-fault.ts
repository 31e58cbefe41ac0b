/** What a schema says is wrong with a field, where it says it less plainly than a person would: a field that isn't there is missing. */
export function formFault(message: string): string {
  const [, kind] = /^Invalid input: expected (\w+), received undefined$/.exec(message) ?? [];
  return kind === undefined ? message : `is missing: expected ${kind}`;
}
