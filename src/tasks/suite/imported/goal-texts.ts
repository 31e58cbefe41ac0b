import { pythonStrings } from './python-strings.ts';

/** Extracts `"id": "text"` pairs from Python dictionaries. */
export function goalTexts(sourceTexts: readonly string[], ids: readonly string[]): Record<string, string> {
  const goals: Record<string, string> = {};
  for (const source of sourceTexts) {
    const found = pythonStrings(source);
    for (const [at, key] of found.entries()) {
      const value = found[at + 1];
      if (value === undefined || !ids.includes(key.value)) continue;
      if (/^\s*:\s*\(?\s*$/.test(source.slice(key.end, value.start))) goals[key.value] ??= value.value;
    }
  }
  return goals;
}
