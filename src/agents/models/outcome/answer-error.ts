import { isObject, type JsonObject, objectAt, objectsAt, textAt } from './answer-documents.ts';

/** A provider's error, parsed from any of the known formats. */
export interface AnswerError {
  /** Machine-readable names in lower case: type, code, status, reason. */
  codes: readonly string[];
  status: number | null;
  /** The provider's messages, innermost first; at most 2,000 characters. */
  message: string;
  category: string | null;
  /** True if the error names an invalid field, and is therefore about the request's form. */
  isOfField: boolean;
  retryAfterMs: number | null;
}

const longest = 2000;
const codeKeys = [
  'code',
  'type',
  'status',
  'reason',
  '__type',
  'error_type',
  'error_code',
  'provider_code',
  'limit_source',
];
/** Values of the field `param` that mean the whole input. */
const wholeInputs: ReadonlySet<string> = new Set(['prompt', 'messages', 'input']);

/**
 * The error in a response document, or null. `isFailure` is true if the response has an error status, so that a bare
 * object with `code` and `message` counts as an error. `name` is the error's name from a header, as AWS services send
 * it.
 */
export function errorIn(document: JsonObject, isFailure: boolean, name: string | null = null): AnswerError | null {
  const found = errorOf(document, isFailure);
  return found === null || name === null ? found : { ...found, codes: [...namesIn(name), ...found.codes] };
}

function errorOf(document: JsonObject, isFailure: boolean): AnswerError | null {
  const choice = objectsAt(document, 'choices')[0];
  const response = objectAt(document, 'response');
  for (const holder of [document, response, choice]) {
    if (holder === null || holder === undefined) continue;
    const { error } = holder;
    if (isObject(error)) return read(error, holder);
    if (typeof error === 'string' && error !== '') return read({ message: error }, holder);
  }
  const isMarked = document.type === 'error' || document.object === 'error';
  if (isMarked || isFailure) return read(document, document);
  const isBare = textAt(document, 'code') !== null && textAt(document, 'message') !== null;
  return isBare ? read(document, document) : null;
}

function read(error: JsonObject, holder: JsonObject): AnswerError {
  const codes: string[] = [];
  const messages: string[] = [];
  const categories: string[] = [];
  let status: number | null = null;
  let retryAfterMs: number | null = null;

  const visit = (part: JsonObject): void => {
    for (const key of codeKeys) {
      const value = part[key];
      if (typeof value === 'string') codes.push(...namesIn(value));
      const number = typeof value === 'number' ? value : Number.NaN;
      if (Number.isInteger(number) && number >= 400 && number < 600) status ??= number;
      else if (Number.isInteger(number)) codes.push(String(number));
    }
    const message = textAt(part, 'message') ?? textAt(part, 'msg') ?? textAt(part, 'Message');
    if (message !== null) messages.unshift(message);
  };
  visit(error);
  if (holder !== error) {
    for (const key of codeKeys) {
      const value = holder[key];
      if (typeof value === 'string' && value !== 'error' && holder.choices === undefined) codes.push(...namesIn(value));
    }
  }
  for (const key of ['innererror', 'cause']) {
    const inner = objectAt(error, key);
    if (inner !== null) visit(inner);
  }
  categories.push(...filteredIn(error), ...filteredIn(objectAt(error, 'innererror')));

  // FastAPI servers send a text, or a list of invalid fields.
  if (typeof error.detail === 'string') messages.push(error.detail);
  for (const detail of [...objectsAt(error, 'detail'), ...objectsAt(error, 'details')]) {
    visit(detail);
    retryAfterMs ??= secondsIn(detail.retryDelay);
    for (const violation of objectsAt(detail, 'violations')) {
      const quota = textAt(violation, 'quotaId');
      if (quota !== null) codes.push(quota.toLowerCase());
    }
  }
  const metadata = objectAt(error, 'metadata');
  if (metadata !== null) {
    visit(metadata);
    const reasons = Array.isArray(metadata.reasons)
      ? metadata.reasons.filter((reason) => typeof reason === 'string')
      : [];
    if (metadata.reasons !== undefined) codes.push('metadata.reasons');
    categories.push(...reasons);
    // The response of the provider behind the gateway.
    const raw =
      typeof metadata.raw === 'string' ? rawError(metadata.raw) : isObject(metadata.raw) ? metadata.raw : null;
    if (isObject(raw)) {
      const inner = errorIn(raw, true);
      if (inner !== null) {
        codes.push(...inner.codes);
        messages.unshift(inner.message);
      }
    } else if (raw !== null) messages.unshift(raw);
    if (raw !== null) codes.push('metadata.raw');
  }
  const message = [...new Set(messages)].join(' — ').slice(0, longest);
  const check = /failed check: ([\w-]+)/i.exec(message)?.[1];
  return {
    codes: [...new Set(codes)],
    status,
    message,
    category: categories.length > 0 ? [...new Set(categories)].join(', ') : (check ?? null),
    isOfField: isOfField(error),
    retryAfterMs,
  };
}

function isOfField(error: JsonObject): boolean {
  const param = textAt(error, 'param');
  if (param !== null && !wholeInputs.has(param)) return true;
  return objectsAt(error, 'detail').some(({ loc }) => Array.isArray(loc));
}

/** An error without JSON. Pass an empty message if the response's text is not from the server. */
export function plainError(status: number, message: string): AnswerError {
  return {
    codes: [],
    status,
    message: message.replaceAll(/\s+/g, ' ').trim().slice(0, longest),
    category: null,
    isOfField: false,
    retryAfterMs: null,
  };
}

/** Parses a gateway's copy of another error: an object, or plain text. */
function rawError(raw: string): JsonObject | string | null {
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : raw;
  } catch {
    return raw.trim() === '' ? null : raw;
  }
}

/** Extracts the name from `com.amazon#ThrottlingException:http://…`. A sentence is not a name. */
function namesIn(value: string): string[] {
  const name = value
    .replace(/^.*#/, '')
    .replace(/:https?:.*$/, '')
    .trim();
  return name === '' || /\s/.test(name) || name.length > 100 ? [] : [name.toLowerCase()];
}

function filteredIn(error: JsonObject | null): string[] {
  const result = objectAt(error, 'content_filter_result') ?? objectAt(error, 'content_filter_results');
  if (result === null) return [];
  return Object.entries(result).flatMap(([name, value]) => (isObject(value) && value.filtered === true ? [name] : []));
}

function secondsIn(value: unknown): number | null {
  const seconds = typeof value === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(value)?.[1] : undefined;
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000);
}
