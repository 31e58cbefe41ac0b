import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { formFault } from '../form-fault.ts';
import { readJsonFile } from '../json-file.ts';
import type { LintFinding } from '../lint-finding.ts';
import { duplicateKeys } from './duplicate-keys.ts';

const anything = z.unknown();

/**
 * Reads a JSON file of a suite and collects all errors of its schema. Returns null if the file doesn't match `schema`.
 * Violations of the stricter schema `strict` are only reported.
 */
export function readLinted<Schema extends z.ZodType>(
  path: string,
  what: string,
  schema: Schema,
  from: { folder: string; findings: LintFinding[]; strict?: z.ZodType },
): z.output<Schema> | null {
  const file = relative(from.folder, path);
  const add = (field: string, message: string, stops = false): void => {
    from.findings.push({ kind: 'mistake', file, field, message, stops: stops || undefined });
  };
  let value: unknown;
  try {
    value = readJsonFile(path, what, anything).value;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    add('', error.message.split(path).at(-1)?.replace(/^:? ?/, '') ?? error.message, true);
    return null;
  }
  for (const field of duplicateKeys(readFileSync(path, 'utf8'))) add(field, 'appears twice; the last one counts');
  const parsed = schema.safeParse(value);
  const reported = new Set<string>();
  for (const item of [parsed, from.strict?.safeParse(value)]) {
    for (const { path: at, message } of item?.error?.issues ?? []) {
      const field = at.map(String).join('.');
      // Violations of the stricter schema don't prevent a run.
      if (!reported.has(field)) add(field, formFault(message), item === parsed);
      reported.add(field);
    }
  }
  return parsed.success ? parsed.data : null;
}
