import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { readBytes } from '../../../base/documents/read-bytes.ts';

const spaces = '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const leading = new RegExp(`^[${spaces}]+`);
const trailing = new RegExp(`[${spaces}]+$`);
const runs = new RegExp(`[${spaces}]+`);

/** Python's `str.strip()`. */
export function strip(text: string): string {
  return text.replace(leading, '').replace(trailing, '');
}

/** Python's `str.rstrip()`. */
export function stripEnd(text: string): string {
  return text.replace(trailing, '');
}

/** Python's `str.split()` without arguments. */
export function splitWords(text: string): string[] {
  const bare = strip(text);
  return bare === '' ? [] : bare.split(runs);
}

/** Python's `str.splitlines()`. */
export function splitLines(text: string): string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Splits a text file like iterating over it in Python: each line includes its line end. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Reads a text file like Python: as UTF-8, with every line end converted to `\n`. */
export async function readPythonText(path: unknown): Promise<string> {
  return decodeText(await readBytes(path), path as string);
}

/** Decodes a text file like Python. Throws MetricFault if it is not UTF-8; `path` is for the message. */
export function decodeText(content: Uint8Array, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    return text.replace(/\r\n?/g, '\n');
  } catch (cause) {
    throw new MetricFault('A file is not UTF-8 text.', 'result', { path, cause });
  }
}

/** Parses JSON. Unlike Python, rejects `NaN` and `Infinity`. Throws MetricFault. */
export function parseResultJson(text: string, path?: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MetricFault('A text is not JSON.', 'result', { path, cause });
  }
}

/** Compares texts by code points, like Python's `sorted`. */
export function byCodePoint(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = ((left[at] as string).codePointAt(0) ?? 0) - ((right[at] as string).codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
