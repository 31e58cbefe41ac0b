import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { formFault } from './form-fault.ts';

export interface JsonFile<T> {
  text: string;
  value: T;
}

/**
 * Reads and validates a JSON file of a suite. Throws UsageError with the file and the position or field. `what` is the
 * kind of file for messages (`subset`, `task`, `goal`).
 */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  what: string,
  schema: Schema,
): JsonFile<z.output<Schema>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new UsageError(
      code === 'ENOENT' ? `There is no ${what} ${path}.` : `The ${what} ${path} can't be read (${code}).`,
      { code: `suite-${what}-missing`, cause: error },
    );
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The ${what} ${path}${place(text, error)} is not JSON: ${plain(error)}`, {
      code: 'suite-bad-json',
      hint: 'Correct the file there; `osharm suite lint` checks all files of a suite.',
      cause: error,
    });
  }
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const at = issue?.path.join('.') ?? '';
    const where = at === '' ? 'top level' : `field ${at}`;
    throw new UsageError(`The ${what} ${path}: ${where}: ${formFault(issue?.message ?? 'invalid format')}.`, {
      code: `suite-bad-${what}`,
      hint: '`osharm suite lint` checks all files of a suite.',
    });
  }
  return { text, value: parsed.data };
}

/** Returns the sorted paths of the JSON files below a folder. Empty if the folder does not exist. */
export function jsonFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

/** Returns `:line:column` from V8's error message, or of the end of the text if the message has no position. */
function place(text: string, error: unknown): string {
  const message = String((error as Error).message);
  const position = /at position (\d+)/.exec(message);
  const before = text.slice(0, position === null ? text.length : Number(position[1]));
  const line = before.split('\n').length;
  return `:${line}:${before.length - before.lastIndexOf('\n')}`;
}

function plain(error: unknown): string {
  return String((error as Error).message)
    .replace(/ in JSON at position.*$/s, '')
    .replace(/, "[\s\S]*$/, '');
}
