import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf, type UsageError } from '../../base/errors.ts';
import { checkExtension, ExtensionError, type ExtensionShape } from '../../base/extension.ts';
import { importFile } from '../../base/import-file.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { type PluginPart, partsIn } from '../../base/record/plugin-part.ts';
import { agentFiles, programHash } from '../foreign/agent-files.ts';
import { agentSource } from '../foreign/agent-source.ts';
import { foreignProgram } from '../foreign/extension-source.ts';
import { type DefenceDefinition, openDefences } from '../plugged.ts';
import type { Defence } from './defence.ts';
import { programDefence } from './program-defence.ts';

const docs = 'docs/run/defences.md';
const hooks = ['afterObservation', 'beforePrompt', 'beforeAction'] as const;

const defenceShape: ExtensionShape<keyof Defence> = {
  kind: 'defence',
  fields: {
    name: 'text',
    afterObservation: 'function',
    beforePrompt: 'function',
    beforeAction: 'function',
    close: 'function',
  },
  required: ['name'],
  oneOf: hooks,
  docs,
};

const exportNames = ['defence', 'createDefence', 'default'];
const modules = /\.[mc]?[jt]s$/;

/**
 * Loads a plug-in's defence by name, or the defence of a module or program. Each call creates a new defence if the
 * module exports a function, and starts a program. Throws UsageError `defence-invalid` for a file that is neither, or
 * that has something else, and `defence-file-failed` if it can't be loaded.
 */
export async function loadDefence(source: string): Promise<Defence> {
  const plugged = openDefences.get(source);
  if (plugged !== undefined) return plugged.create();
  requireDefenceSource(source);
  const program = isModule(source) ? null : foreignProgram(source);
  return program === null ? defenceIn(await importFile('defence', source), source) : programDefence(program);
}

const isModule = (source: string): boolean => modules.test(source) && existsSync(source);

/** Throws UsageError `defence-invalid` if the path has the extension of another language. */
export function requireDefenceSource(source: string): void {
  if (modules.test(source) || source.endsWith('.py') || !/\.\w+$/.test(basename(source))) return;
  if (foreignProgram(source) !== null) return;
  throw new ExtensionError('defence', `${source} is not a TypeScript, JavaScript or Python file.`, {
    hint: `Give the command that starts it, such as "ruby ${source}", or write it in one of these (${docs}).`,
  });
}

/** The hash of a defence's code. Throws UsageError `defence-file-unreadable`. */
export function defenceHash(source: string): string {
  const file = openDefences.get(source)?.file ?? source;
  const isFile = isModule(file) || (file.endsWith('.py') && existsSync(file));
  const program = isFile ? null : foreignProgram(file);
  return program?.hash ?? programHash(file, 'defence');
}

/** The files that `defenceHash` covers. */
export function defenceFiles(source: string): string[] {
  const file = openDefences.get(source)?.file ?? source;
  return agentFiles(isModule(file) ? { kind: 'file', path: file } : agentSource(file));
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
