import { basename } from 'node:path';
import { messageOf, type UsageError } from '../../base/errors.ts';
import { checkExtension, ExtensionError, type ExtensionShape } from '../../base/extension.ts';
import { importFile } from '../../base/import-file.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { type PluginPart, partsIn } from '../../base/record/plugin-part.ts';
import { type DefenceDefinition, openDefences } from '../plugged.ts';
import type { Defence } from './defence.ts';

const docs = 'docs/run/defences.md';
const hooks = ['afterObservation', 'beforePrompt', 'beforeAction'] as const;

const defenceShape: ExtensionShape<keyof Defence> = {
  kind: 'defence',
  fields: { name: 'text', afterObservation: 'function', beforePrompt: 'function', beforeAction: 'function' },
  required: ['name'],
  oneOf: hooks,
  docs,
};

const exportNames = ['defence', 'createDefence', 'default'];
const modules = /\.[mc]?[jt]s$/;

/**
 * Loads a plug-in's defence by name, or a defence file. Each call creates a new defence if the module exports a
 * function. Throws UsageError `defence-invalid` for a file that is not a module or exports something else, and
 * `defence-file-failed` if it can't be loaded.
 */
export async function loadDefence(source: string): Promise<Defence> {
  const plugged = openDefences.get(source);
  if (plugged !== undefined) return plugged.create();
  requireModule(source);
  return defenceIn(await importFile('defence', source), source);
}

/** Throws UsageError `defence-invalid` if the path has the extension of another language. */
export function requireModule(source: string): void {
  if (modules.test(source) || !/\.\w+$/.test(basename(source))) return;
  throw new ExtensionError('defence', `${source} is not a TypeScript or JavaScript module.`, {
    hint: `A defence runs inside osharm: export it from a .ts or .js file (${docs}). A monitor can be a program in any language (docs/run/monitors.md).`,
  });
}

export function checkDefence(value: unknown, subject: string): Defence {
  checkExtension(value, defenceShape, subject);
  return value as Defence;
}

async function defenceIn(module: Readonly<Record<string, unknown>>, file: string): Promise<Defence> {
  const invalid = (fault: string): UsageError =>
    new ExtensionError('defence', `The defence file ${file} ${fault}`, {
      hint: `Export one: export const defence = { name: 'my-defence', beforeAction: … } (${docs}).`,
    });
  const exported = exportsOf(module);
  const [only] = exported;
  if (only === undefined) {
    const names = Object.keys(module);
    const meant = names.map((name) => didYouMean(name, exportNames)).find((text) => text !== '') ?? '';
    throw invalid(`exports no defence${names.length === 0 ? '' : `, only ${names.join(', ')}`}.${meant}`);
  }
  if (exported.length > 1) throw invalid(`exports several defences: ${exported.map(({ name }) => name).join(', ')}.`);
  const { name, value } = only;
  const creator = isDefinition(value) ? value.definition.create : value;
  if (typeof creator !== 'function') return checkDefence(value, `The defence in ${file}`);
  let created: unknown;
  try {
    created = await creator();
  } catch (cause) {
    throw invalid(`has a function ${name} that failed: ${messageOf(cause)}`);
  }
  return checkDefence(created, `What ${name} in ${file} returned`);
}

function exportsOf(module: Readonly<Record<string, unknown>>): { name: string; value: unknown }[] {
  const named = exportNames.flatMap((name) => (module[name] === undefined ? [] : [{ name, value: module[name] }]));
  const parts = partsIn(module)
    .filter(isDefinition)
    .map((value) => ({ name: String(value.definition.name), value }));
  const all = [...named, ...parts];
  return all.filter(({ value }, at) => all.findIndex((other) => other.value === value) === at);
}

const isDefinition = (value: unknown): value is PluginPart<'defence', DefenceDefinition> =>
  (Object(value) as Partial<PluginPart>).osharmPart === 'defence';
