import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { type ScriptStep, scriptSchema } from '../../agents/reference/step-schema.ts';
import { UsageError } from '../../base/errors.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { readJsonFile } from '../../tasks/suite/json-file.ts';
import { type Task, taskSchema } from '../../tasks/suite/task.ts';
import { drawnValues } from '../../tasks/suite/vary/variation.ts';
import type { VariedTask } from '../../tasks/suite/vary/vary-task.ts';

/** In characters. Shorter values may occur by chance, so they stay as typed. */
const shortestValue = 4;
const namePattern = /^[a-z][\w-]{0,40}$/;

/**
 * Writes recorded steps as a named reference into the task's file, followed by `done`. Generated values and canaries
 * become placeholders again. Returns a sentence about what was written. If it throws UsageError, the file is unchanged.
 */
export function saveReference(
  { path, variation }: Pick<VariedTask, 'path' | 'variation'>,
  canaries: Readonly<Record<string, string>>,
  reference: string,
  recorded: readonly ScriptStep[],
): string {
  if (!namePattern.test(reference))
    throw new UsageError(`${JSON.stringify(reference)} is not a valid name of a reference.`, {
      code: 'try-reference-name',
    });
  const values = [
    ...Object.entries(canaries).map(([name, text]) => [`{canary:${name}}`, text] as const),
    ...drawnValues(variation).map(([name, { text }]) => [`{vary:${name}}`, text] as const),
  ]
    .filter(([, text]) => text.length >= shortestValue)
    .sort(([, a], [, b]) => b.length - a.length);
  const steps = scriptSchema.parse([...(withPlaceholders(recorded, values) as ScriptStep[]), { done: true }]);
  const { text, value } = readJsonFile(path, 'task', taskSchema);
  const count = recorded.length === 1 ? '1 step' : `${recorded.length} steps`;
  if (value.built_from !== undefined) {
    const source = saveInSource(join(dirname(path), '../..'), value, reference, steps);
    return `reference.${reference} of ${source}: ${count}. Next: osharm suite build.`;
  }
  const references = { ...value.reference, [reference]: steps };
  const file = JSON.parse(text) as Record<string, unknown>;
  const changed = `${JSON.stringify({ ...file, reference: references }, null, indentOf(text))}\n`;
  taskSchema.parse(JSON.parse(changed));
  if (readFileSync(path, 'utf8') !== text)
    throw new UsageError(`${path} has just been changed.`, { code: 'try-file-changed', hint: 'Save again.' });
  writeWholeFile(path, changed);
  return `reference.${reference} of ${path}: ${count}.`;
}

/** Keeps comments and layout of the source. */
function saveInSource(suite: string, task: Task, reference: string, steps: readonly ScriptStep[]): string {
  const path = join(suite, task.built_from ?? '');
  if (!path.endsWith('.yaml'))
    throw new UsageError(`${path} is a program, so steps can't be recorded in it.`, {
      code: 'try-source-program',
      hint: 'Write the reference into the program.',
    });
  const document = parseDocument(readFileSync(path, 'utf8'));
  document.setIn([...variantPath(task), 'reference', reference], document.createNode(steps));
  writeWholeFile(path, document.toString({ lineWidth: 120, flowCollectionPadding: false }));
  return path;
}

/** Returns the path of a variant's differences in its source. */
function variantPath(task: Task): string[] {
  if (task.twin_of !== undefined) return ['twin'];
  return task.control_of === undefined ? [] : ['warned'];
}

function withPlaceholders(value: unknown, values: readonly (readonly [string, string])[]): unknown {
  if (typeof value === 'string') return values.reduce((text, [name, drawn]) => text.replaceAll(drawn, name), value);
  if (Array.isArray(value)) return value.map((item) => withPlaceholders(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withPlaceholders(member, values)]));
}

const indentOf = (text: string): string => /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
