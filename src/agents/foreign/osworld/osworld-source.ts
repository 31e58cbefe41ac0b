import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../../base/errors.ts';

/** A class of OSWorld's shape, as `--agent osworld:FILE.py:Class?name=value` names it. */
export interface OsworldSource {
  kind: 'osworld';
  /** Absolute. */
  file: string;
  /** The folder that the class's own imports start at: what holds `mm_agents`, or the outermost package. */
  root: string;
  /** The file as a Python module below the root: `mm_agents.agent`. */
  module: string;
  className: string;
  /** What the constructor is given beside osharm's own settings. */
  arguments: Record<string, unknown>;
}

export const osworldPrefix = 'osworld:';
const form = 'Write osworld:CHECKOUT/mm_agents/FILE.py:Class, with arguments as ?name=value&name=value.';

/** Reads `osworld:FILE.py:Class?name=value`. A value that is JSON is read as JSON, else it is text. Throws UsageError `agent-unknown`. */
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

/** Class, and the model where an argument names one: two models of one class are two agents. */
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

/** `%26` and its like stand for signs that the form itself uses. */
function readValue(written: string): unknown {
  let value = written;
  try {
    value = decodeURIComponent(written);
  } catch {
    // A percent sign of its own.
  }
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
