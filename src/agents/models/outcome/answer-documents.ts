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

/** The objects of an array at `key`; empty if there is none. */
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
 * The JSON objects of an answer: the answer itself, the items of an array (Google wraps errors in one), or the data of
 * each event of a stream. Anything that isn't JSON is skipped.
 */
export function documentsOf(body: string): JsonObject[] {
  const start = body.trimStart();
  if (start.startsWith('{') || start.startsWith('[')) {
    const whole = parsed(body);
    if (whole !== undefined) return Array.isArray(whole) ? whole.filter(isObject) : isObject(whole) ? [whole] : [];
  }
  return body.split('\n').flatMap((line) => {
    const data = parsed(line.startsWith('data:') ? line.slice(5) : '');
    return isObject(data) ? [data] : [];
  });
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
