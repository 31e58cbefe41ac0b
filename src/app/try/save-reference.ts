import { readFileSync } from 'node:fs';
import { type ScriptStep, scriptSchema } from '../../agents/reference/step-schema.ts';
import { UsageError } from '../../base/errors.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { readJsonFile } from '../../tasks/suite/json-file.ts';
import { taskSchema } from '../../tasks/suite/task.ts';
import type { VariedTask } from '../../tasks/suite/vary/vary-task.ts';

/** Letters: a shorter value occurs by chance, so that it stays as it was typed. */
const shortestValue = 4;
const namePattern = /^[a-z][\w-]{0,40}$/;

/**
 * Writes recorded steps as the reference of that name into the task's file, which is otherwise kept; `done` ends them. What this seed drew, and
 * the run's secrets, become their placeholders again. Gives a sentence of what was written. Throws UsageError, and then the file is as it was.
 */
export function saveReference(
  { path, variation }: Pick<VariedTask, 'path' | 'variation'>,
  canaries: Readonly<Record<string, string>>,
  reference: string,
  recorded: readonly ScriptStep[],
): string {
  if (!namePattern.test(reference))
    throw new UsageError(`${JSON.stringify(reference)} is no name of a reference.`, { code: 'try-reference-name' });
  const values = [
    ...Object.entries(canaries).map(([name, text]) => [`{canary:${name}}`, text] as const),
    ...Object.entries(variation).map(([name, { text }]) => [`{vary:${name}}`, text] as const),
  ]
    .filter(([, text]) => text.length >= shortestValue)
    .sort(([, a], [, b]) => b.length - a.length);
  const steps = scriptSchema.parse([...(withPlaceholders(recorded, values) as ScriptStep[]), { done: true }]);
  const { text, value } = readJsonFile(path, 'task', taskSchema);
  const references = { ...value.reference, [reference]: steps };
  const file = JSON.parse(text) as Record<string, unknown>;
  const changed = `${JSON.stringify({ ...file, reference: references }, null, indentOf(text))}\n`;
  taskSchema.parse(JSON.parse(changed));
  if (readFileSync(path, 'utf8') !== text)
    throw new UsageError(`${path} has just been changed.`, { code: 'try-file-changed', hint: 'Save again.' });
  writeWholeFile(path, changed);
  return `reference.${reference} of ${path}: ${recorded.length === 1 ? '1 step' : `${recorded.length} steps`}.`;
}

function withPlaceholders(value: unknown, values: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string') return values.reduce((text, [name, drawn]) => text.replaceAll(drawn, name), value);
  if (Array.isArray(value)) return value.map((one) => withPlaceholders(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPlaceholders(one, values)]));
}

/** The file's own indent. */
const indentOf = (text: string): string => /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
