/** Parses a text that is JSON, optionally in a code fence. Undefined for other text, and if an object repeats a key. */
export function jsonIn(text: string): unknown {
  const bare = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text;
  try {
    const value = JSON.parse(bare) as unknown;
    return fieldsIn(value) === fieldsWritten(bare) ? value : undefined;
  } catch {
    return undefined;
  }
}

function fieldsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((sum, item) => sum + fieldsIn(item), 0);
  return inside + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function fieldsWritten(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}
