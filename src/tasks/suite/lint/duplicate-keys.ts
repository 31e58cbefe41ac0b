/** Returns duplicate keys of objects in a valid JSON text. A parser would silently keep only the last one. */
export function duplicateKeys(text: string): string[] {
  const found: string[] = [];
  const open: { isObject: boolean; keys: Set<string>; at: string }[] = [];
  let isKeyNext = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const inner = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ isObject: token === '{', keys: new Set(), at: token === '[' ? '0' : '' });
      isKeyNext = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKeyNext = false;
    } else if (token === ',') {
      isKeyNext = inner?.isObject === true;
      if (inner !== undefined && !inner.isObject) inner.at = String(Number(inner.at) + 1);
    } else if (token === ':') isKeyNext = false;
    else if (isKeyNext && inner !== undefined) {
      const key = JSON.parse(token) as string;
      inner.at = key;
      if (inner.keys.has(key)) found.push(open.map(({ at }) => at).join('.'));
      inner.keys.add(key);
      isKeyNext = false;
    }
  }
  return found;
}
