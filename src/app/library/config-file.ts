import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { environmentWithFile } from '../../agents/models/env-file.ts';
import { UsageError } from '../../base/errors.ts';
import { importFile } from '../../base/import-file.ts';
import { checkedConfig, placeOf } from './check-config.ts';
import type { OsharmConfig } from './config.ts';
import { type ReadConfig, readYamlConfig } from './yaml-config.ts';

const codeNames = ['osharm.config.ts', 'osharm.config.mts', 'osharm.config.js', 'osharm.config.mjs'];
const yamlNames = ['osharm.yaml', 'osharm.yml'];

export interface ConfigFile {
  file: string;
  /** Paths are absolute. */
  config: OsharmConfig;
  /** `FILE:LINE` of each listed agent. */
  places: string[];
}

/**
 * Reads the config file `named`, or else the nearest one in `folder` or above. Null without one. Throws UsageError
 * `config-missing`, `config-two`, `config-not-own`, `config-wrong` and those of `readYamlConfig`, and OsharmError
 * `config-file-failed`.
 */
export async function readConfigFile(named: string | null, folder: string): Promise<ConfigFile | null> {
  const file = named === null ? nearest(folder) : existing(named);
  if (file === null) return null;
  const read = yamlNames.some((name) => file.endsWith(name.slice(name.indexOf('.'))))
    ? readYamlConfig(file, readFileSync(file, 'utf8'), environmentWithFile())
    : await readCode(file);
  const config = checkedConfig(file, read);
  return {
    file,
    config: withPaths(config, dirname(file)) as OsharmConfig,
    places: (config.agents ?? []).map((_, at) => placeOf(file, read, ['agents', at])),
  };
}

async function readCode(file: string): Promise<ReadConfig> {
  const { default: content } = await importFile('config', file);
  return { content, lineOf: () => null };
}

function existing(named: string): string {
  const path = resolve(named);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return path;
  throw new UsageError(`--config: there is no file ${path}.`, { code: 'config-missing' });
}

/** Refuses another user's config file, because config files may run programs. */
function nearest(folder: string): string | null {
  const found = [...codeNames, ...yamlNames].map((name) => join(folder, name)).filter((path) => existsSync(path));
  const [file, other] = found;
  if (file === undefined) {
    const above = dirname(folder);
    return above === folder ? null : nearest(above);
  }
  const ofYaml = found.find((path) => yamlNames.some((name) => path.endsWith(name)));
  if (other !== undefined && ofYaml !== undefined)
    throw new UsageError(`There are two config files: ${file} and ${ofYaml === file ? other : ofYaml}.`, {
      code: 'config-two',
      hint: 'Remove one, or choose with --config FILE.',
    });
  const userId = process.getuid?.();
  const owner = statSync(file).uid;
  if (userId !== undefined && owner !== userId && owner !== 0)
    throw new UsageError(
      `${file} belongs to another user. A config file can run programs, so osharm doesn't read it.`,
      { code: 'config-not-own', hint: 'Add --no-config, or --config FILE if you trust it.' },
    );
  return file;
}

/** Resolves strings that begin with `./` or `../`. */
function withPaths(value: unknown, folder: string): unknown {
  if (typeof value === 'string') return /^\.\.?\//.test(value) ? resolve(folder, value) : value;
  if (Array.isArray(value)) return value.map((item) => withPaths(item, folder));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPaths(item, folder)]));
}
