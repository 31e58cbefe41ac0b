import { UsageError } from '../errors.ts';

/** Replaces `{canary:NAME}` with the run's secret of that name. Throws UsageError for a name that there isn't. */
export function fillCanaries(text: string, canaries: Readonly<Record<string, string>>): string {
  return text.replace(/\{canary:([A-Za-z0-9_]+)\}/g, (_, name: string) => {
    const value = canaries[name];
    if (value === undefined) {
      throw new UsageError(`There is no canary ${JSON.stringify(name)}.`, {
        code: 'suite-canary-unknown',
        hint: `Known: ${Object.keys(canaries).join(', ')}.`,
      });
    }
    return value;
  });
}
