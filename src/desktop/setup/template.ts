import { stepError } from './setup-failure.ts';

const placeholder = /\{canary:([a-z_]+)\}/g;

/** Replaces `{canary:NAME}` by the run's secret of that name. Throws where there is no such secret. Nothing else is touched. */
export function fillCanaries(text: string, canaries: Readonly<Record<string, string>>): string {
  return text.replace(placeholder, (_, name: string) => {
    const value = canaries[name];
    if (value === undefined)
      throw stepError(`There is no canary ${JSON.stringify(name)}.`, {
        code: 'setup-unknown-canary',
        blame: 'task',
        hint: `Known: ${Object.keys(canaries).join(', ') || 'none'}.`,
      });
    return value;
  });
}

/** Names of the canaries that a text asks for. */
export function canariesIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => match[1] as string))];
}
