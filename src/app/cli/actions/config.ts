import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { importFile } from '../../../agents/foreign/import-file.ts';
import { UsageError } from '../../../base/errors.ts';
import { collect } from '../number-arguments.ts';

/** The sections of a config file that hold defaults; other commands take its plug-ins alone. */
export type ConfigSection = 'run' | 'judge' | null;

const names = ['osharm.config.ts', 'osharm.config.mts', 'osharm.config.js', 'osharm.config.mjs'];
const sections = ['plugin', 'run', 'judge'];

/**
 * Gives a command the plug-ins and defaults of its config file, before it acts. What was typed wins. Throws UsageError
 * (`config-missing`, `config-not-own`, `config-failed`, `config-wrong`).
 */
export async function applyConfig(command: Command, section: ConfigSection): Promise<void> {
  const { config: configOption } = command.opts<{ config?: string | boolean }>();
  command.setOptionValue('config', undefined);
  if (configOption === false) return;
  const file = typeof configOption === 'string' ? named(configOption) : nearest(process.cwd());
  if (file === null) return;
  process.stderr.write(`Config: ${file}\n`);
  const settings = await read(file);
  const { plugin } = settings;
  if (plugin !== undefined && command.options.some((option) => option.attributeName() === 'plugin')) {
    const typed = command.opts<{ plugin?: string[] }>().plugin ?? [];
    const fromConfig = flagValue('plugin', plugin, optionOf(command, 'plugin', file), file) as string[];
    command.setOptionValueWithSource('plugin', [...fromConfig, ...typed], 'config');
  }
  if (section === null) return;
  for (const [key, value] of Object.entries(objectOf(settings[section] ?? {}, section, file))) {
    const name = `${section}.${key}`;
    const option = optionOf(command, key, file, name);
    const source = command.getOptionValueSource(key);
    if (value === undefined || (source !== undefined && source !== 'default')) continue;
    command.setOptionValueWithSource(key, flagValue(name, value, option, file), 'config');
  }
}

function named(file: string): string {
  const path = resolve(file);
  if (existsSync(path)) return path;
  throw new UsageError(`--config: there is no file ${path}.`, { code: 'config-missing' });
}

/**
 * The config file of `folder` or the nearest above it; null where there is none. It is code: one that somebody else put
 * there is refused.
 */
function nearest(folder: string): string | null {
  for (const name of names) {
    const file = join(folder, name);
    const about = statSync(file, { throwIfNoEntry: false });
    if (about === undefined) continue;
    const userId = process.getuid?.();
    if (userId !== undefined && about.uid !== userId && about.uid !== 0)
      throw new UsageError(`${file} belongs to another user. It is code, so osharm doesn't run it.`, {
        code: 'config-not-own',
        hint: 'Add --no-config, or --config FILE if you trust it.',
      });
    return file;
  }
  const above = dirname(folder);
  return above === folder ? null : nearest(above);
}

async function read(file: string): Promise<Record<string, unknown>> {
  const { default: settings } = await importFile('config', file);
  const config = objectOf(settings, 'its default export', file);
  for (const key of Object.keys(config))
    if (!sections.includes(key)) throw wrong(file, key, `it can have ${sections.join(', ')}`);
  return config;
}

function objectOf(value: unknown, what: string, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(file, what, 'must be an object: export default defineConfig({ … })');
}

function optionOf(command: Command, key: string, file: string, name = key): Option {
  const option = command.options.find((item) => item.attributeName() === key && key !== 'config');
  if (option !== undefined) return option;
  throw wrong(file, name, `\`osharm ${command.name()}\` has no such flag`);
}

/** The value as the flag would have it: checked and read by the same rules. */
function flagValue(name: string, value: unknown, option: Option, file: string): unknown {
  if (option.isBoolean() || option.negate) {
    if (typeof value !== 'boolean') throw wrong(file, name, 'must be true or false');
    return value;
  }
  const isList = option.variadic || option.parseArg === collect;
  if (isList !== Array.isArray(value)) throw wrong(file, name, isList ? 'must be a list' : 'must be one value');
  let read: unknown;
  for (const item of [value].flat()) {
    if (typeof item !== 'string' && typeof item !== 'number')
      throw wrong(file, name, `${JSON.stringify(item)} is neither a text nor a number`);
    const text = /^\.\.?\//.test(String(item)) ? resolve(dirname(file), String(item)) : String(item);
    try {
      const plain = option.variadic ? [...((read as string[] | undefined) ?? []), text] : text;
      read = option.parseArg === undefined ? plain : option.parseArg(text, read as undefined);
    } catch (error) {
      if (error instanceof InvalidArgumentError) throw wrong(file, name, error.message);
      throw error;
    }
  }
  return read;
}

const wrong = (file: string, what: string, why: string): UsageError =>
  new UsageError(`${file}: ${what}: ${why.replace(/\.$/, '')}.`, {
    code: 'config-wrong',
    hint: 'docs/write/library.md describes the config file.',
  });
