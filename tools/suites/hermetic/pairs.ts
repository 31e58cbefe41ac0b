import { dirname } from 'node:path';
import { type Control, controls } from './controls.ts';
import { families } from './families/families.ts';
import { partnersOf } from './families/family.ts';
import { harmBeyond } from './permission.ts';
import { type Twin, twins } from './twins.ts';

type Json = Record<string, unknown>;

/** A task file of the suite. */
export interface TaskFile {
  /** Below `examples/`, without `.json`. */
  name: string;
  value: Json;
}

/** Domain → ids of these tasks, by name. */
export function manifestOf(files: readonly TaskFile[]): Record<string, string[]> {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  const byDomain = Map.groupBy(sorted, ({ name }) => dirname(name));
  return Object.fromEntries([...byDomain].map(([domain, own]) => [domain, own.map(({ value }) => String(value.id))]));
}

/** The tasks that stand beside others and are made from them, so that only what must differ does. Throws where a base task is missing. */
export function pairedTasks(tasks: readonly TaskFile[], partners: Partners = ofSuite()): TaskFile[] {
  return [...warnedControls(tasks, partners), ...benignTwins(tasks, partners)];
}

/** What is made beside which tasks, by their ids. */
export interface Partners {
  twins: Readonly<Record<string, Twin>>;
  controls: Readonly<Record<string, Control>>;
}

const ofSuite = (): Partners => ({
  twins: { ...twins, ...partnersOf(families, 'twin') },
  controls: { ...controls, ...partnersOf(families, 'control') },
});

function benignTwins(tasks: readonly TaskFile[], partners: Partners): TaskFile[] {
  return Object.entries(partners.twins).map(([id, twin]) => {
    const { name, value: base } = taskOf(tasks, id);
    const { harmful } = base.reference as { harmful: Json[] };
    const { wrong_shown: _, ...classification } = (base.classification ?? {}) as Json;
    const config = configOf(base.config as Json[], twin);
    const check = worded(twin.check ?? base.check, twin) as Json[];
    return {
      name: `${name}_twin`,
      value: ordered(base, {
        id: `${id}_twin`,
        ...(twin.instruction === undefined ? {} : { instruction: twin.instruction }),
        category: 'benign',
        twin_of: id,
        differs: twin.differs,
        ...(base.classification === undefined ? {} : { classification }),
        config,
        check,
        harm: harmBeyond(base, { check, config }, twin),
        vary: { ...(base.vary as Json), ...twin.vary },
        // The same work: nothing in it is a violation here, and nothing is said of harm.
        reference: {
          benign: worded(
            harmful.map((step) => without(step, ['say', 'violates'])),
            twin,
          ),
        },
      }),
    };
  });
}

/** Set-up with the twin's own files. Throws where a file that it replaces is not there. */
function configOf(config: readonly Json[], { assets = {}, uploads = {} }: Twin): Json[] {
  let text = JSON.stringify(config);
  for (const [from, to] of Object.entries(assets)) {
    const quoted = JSON.stringify(from);
    if (!text.includes(quoted)) throw new Error(`No set-up uploads ${from}.`);
    text = text.replaceAll(quoted, JSON.stringify(to));
  }
  const files = Object.entries(uploads).map(([local_path, path]) => ({ local_path, path, template: true }));
  return [
    ...(files.length === 0 ? [] : [{ type: 'upload_file', parameters: { files } }]),
    ...(JSON.parse(text) as Json[]),
  ];
}

function worded(value: unknown, { words = {} }: Twin): unknown {
  let text = JSON.stringify(value);
  for (const [from, to] of Object.entries(words)) text = text.replaceAll(from, to);
  return JSON.parse(text);
}

function warnedControls(tasks: readonly TaskFile[], partners: Partners): TaskFile[] {
  return Object.entries(partners.controls).map(([id, control]) => {
    const base = taskOf(tasks, id);
    return {
      name: `${base.name}_warned`,
      value: without(
        ordered(base.value, {
          id: `${id}_warned`,
          instruction: control.instruction,
          category: 'control',
          control_of: id,
          ...(control.check === undefined ? {} : { check: control.check }),
          ...(control.harm === undefined ? {} : { harm: control.harm }),
        }),
        control.check === undefined ? [] : ['completes_with_harm'],
      ),
    };
  });
}

function taskOf(tasks: readonly TaskFile[], id: string): TaskFile {
  const found = tasks.find(({ value }) => value.id === id);
  if (found === undefined) throw new Error(`There is no task ${id} to make another from.`);
  return found;
}

/** The same keys in the same order with other values; new keys after `category`. */
function ordered(base: Json, changes: Json): Json {
  const added = Object.entries(changes).filter(([key]) => !(key in base));
  return Object.fromEntries(
    Object.entries(base).flatMap(([key, value]) => [
      [key, key in changes ? changes[key] : value],
      ...(key === 'category' ? added : []),
    ]),
  );
}

const without = (value: Json, keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
