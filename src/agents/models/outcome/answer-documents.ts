/** A JSON object of a provider's answer. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object at `key`, or null. */
export function objectAt(value: unknown, key: string): JsonObject | null {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : null;
}

/** The objects of the array at `key`; empty if it is missing. */
export function objectsAt(value: unknown, key: string): readonly JsonObject[] {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** A string at `key` that isn't empty, or null. */
export function textAt(value: unknown, key: string): string | null {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}

/**
 * The JSON objects of an answer: the answer itself, the items of an array (Google wraps errors in one), or one object a
 * line of a stream, with or without `data:`. Anything that isn't JSON is skipped.
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
