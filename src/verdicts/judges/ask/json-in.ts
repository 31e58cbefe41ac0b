/** The value of a text that is JSON and nothing else but one fence around it; undefined: it is none. */
export function jsonIn(text: string): unknown {
  const bare = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(bare) as unknown;
  } catch {
    return undefined;
  }
}
