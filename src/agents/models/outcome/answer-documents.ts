export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectAt(value: unknown, key: string): JsonObject | null {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : null;
}

export function objectsAt(value: unknown, key: string): readonly JsonObject[] {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
}

export function textAt(value: unknown, key: string): string | null {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}

/**
 * The JSON objects of a response: the response itself, the items of an array (Google wraps errors in one), or one
 * object per line of a stream, with or without `data:`. Skips everything else.
 */
export function documentsOf(body: string): JsonObject[] {
  const whole = parsed(body);
  if (whole !== undefined) return (Array.isArray(whole) ? whole : [whole]).filter(isObject);
  return body
    .split('\n')
    .map((line) => parsed(line.replace(/^data:/, '')))
    .filter(isObject);
}

function parsed(text: string): unknown {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') && !trimmed.startsWith('[')) return undefined;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return undefined;
  }
}
