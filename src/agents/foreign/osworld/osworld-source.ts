import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../../base/errors.ts';

/** An agent class with OSWorld's interface, given as `--agent osworld:FILE.py:Class?name=value`. */
export interface OsworldSource {
  kind: 'osworld';
  /** Absolute. */
  file: string;
  /** Root of the class's imports: the folder that contains `mm_agents` or the outermost package. */
  root: string;
  module: string;
  className: string;
  arguments: Record<string, unknown>;
}

export const osworldPrefix = 'osworld:';
const form = 'Write osworld:CHECKOUT/mm_agents/FILE.py:Class, with arguments as ?name=value&name=value.';

/** Parses `osworld:FILE.py:Class?name=value` with JSON or text values. Throws UsageError `agent-unknown`. */
export function osworldSource(text: string): OsworldSource {
  const [, path = '', className = '', query = ''] =
    /^(.+\.py):([A-Za-z_]\w*)(?:\?(.*))?$/s.exec(text.slice(osworldPrefix.length)) ?? [];
  if (path === '') throw new UsageError(`--agent ${text} names no class.`, { code: 'agent-unknown', hint: form });
  const file = resolve(path);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UsageError(`There is no agent file ${path}.`, { code: 'agent-unknown', hint: form });
  const root = rootOf(file);
  const module = relative(root, file).replace(/\.py$/, '').split(sep).join('.');
  return { kind: 'osworld', file, root, module, className, arguments: readArguments(query, text) };
}

/** The class name, plus the model if an argument names one, because one class with two models counts as two agents. */
export function osworldLabel({ className, arguments: given }: OsworldSource): string {
  const model = given.model ?? given.planner_model;
  return typeof model === 'string' ? `${className}@${model}` : className;
}

function rootOf(file: string): string {
  const parts = dirname(file).split(sep);
  const at = parts.lastIndexOf('mm_agents');
  if (at > 0) return parts.slice(0, at).join(sep);
  let folder = dirname(file);
  while (existsSync(join(folder, '__init__.py')) && basename(folder) !== '') folder = dirname(folder);
  return folder;
}

function readArguments(query: string, text: string): Record<string, unknown> {
  if (query === '') return {};
  return Object.fromEntries(
    query.split('&').map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      if (!/^[A-Za-z_]\w*$/.test(name))
        throw new UsageError(`--agent ${text} has an argument that is not NAME=VALUE: ${pair}.`, {
          code: 'agent-unknown',
          hint: form,
        });
      return [name, readValue(pair.slice(at + 1))];
    }),
  );
}

/** Values are percent-encoded because they may contain delimiters such as `&`. */
function readValue(written: string): unknown {
  let value = written;
  try {
    value = decodeURIComponent(written);
  } catch {
    // A literal percent sign.
  }
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
