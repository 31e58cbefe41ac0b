import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../base/errors.ts';
import type { AgentSource } from './agent-source.ts';

/** Limits the hashing. The entry file is hashed first, so editing it always changes the hash. */
const mostFiles = 500;

/**
 * SHA-256 of a user's program: its file and the files that it imports from the same program, so that an edit leads to a
 * rerun. A file without such imports has the plain hash of its content. `root` is an additional folder for Python
 * imports. Throws UsageError `WHAT-file-unreadable`.
 */
export function programHash(
  file: string,
  what: 'agent' | 'defence' | 'monitor' | 'protocol' | 'plugin' = 'agent',
  root?: string,
): string {
  let path: string;
  try {
    path = sha256(readFileSync(file));
  } catch (cause) {
    throw new UsageError(`The ${what} file ${file} can't be read.`, {
      code: `${what}-file-unreadable`,
      hint:
        what === 'defence'
          ? 'Give the path of a .ts, .js or .py file, or the name of a defence of a plug-in, with --plugin.'
          : 'Give the path of a .ts or .js file.',
      cause,
    });
  }
  const [, ...imported] = programFiles(file, root);
  return imported.length === 0
    ? path
    : sha256([path, ...imported.map((value) => sha256(readFileSync(value)))].join('\n'));
}

/** Null if none of the agent's files is known, so edits can't be detected. */
export function agentHash(source: AgentSource): string | null {
  const entries = entryFiles(source);
  const [entry] = entries;
  if (entry === undefined) return null;
  if (source.kind === 'file') return programHash(entry);
  if (source.kind === 'osworld') return programHash(entry, 'agent', source.root);
  return sha256(entries.map((file) => programHash(file)).join('\n'));
}

/** The files that `agentHash` covers: those that the source names, then what they import. */
export function agentFiles(source: AgentSource): string[] {
  const entries = entryFiles(source);
  const root = source.kind === 'osworld' ? source.root : undefined;
  return [
    ...new Set([...entries.map((file) => resolve(file)), ...entries.flatMap((file) => programFiles(file, root))]),
  ];
}

function entryFiles(source: AgentSource): string[] {
  switch (source.kind) {
    case 'file':
      return [source.path];
    case 'osworld':
      return [source.file];
    case 'mcp':
    case 'acp':
    case 'command':
      return source.command
        .split(/\s+/)
        .map((word) => word.replace(/^['"]|['"]$/g, ''))
        .filter((word) => /\.\w+$/.test(word) && isFile(word));
    case 'http':
    case 'prompt':
    case 'computer-tool':
    case 'open':
      return [];
    default:
      return source satisfies never;
  }
}

function programFiles(entry: string, root?: string): string[] {
  const files = [resolve(entry)];
  for (const file of files) {
    if (files.length >= mostFiles) break;
    for (const value of importsOf(file, root)) if (!files.includes(value)) files.push(value);
  }
  return files;
}

function importsOf(file: string, root: string | undefined): string[] {
  const text = readFileSync(file, 'utf8');
  const folder = dirname(file);
  if (/\.[mc]?[jt]sx?$/.test(file)) {
    const named = text.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g);
    return [...named].flatMap(([, path = '']) =>
      firstFile(join(folder, path), ['', '.ts', '.js', '.mjs', '/index.ts', '/index.js']),
    );
  }
  if (!file.endsWith('.py')) return [];
  const found: string[] = [];
  for (const [, dots = '', from = '', names = '', plain = ''] of text.matchAll(
    /^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+\(?([^#\n]*)|import[ \t]+([^#\n]+))/gm,
  )) {
    const base = dots.length > 1 ? join(folder, ...Array.from({ length: dots.length - 1 }, () => '..')) : folder;
    const bases = dots === '' && root !== undefined ? [base, root] : [base];
    const modules = plain === '' ? [from, ...names.split(',').map((name) => `${from}.${name}`)] : plain.split(',');
    for (const module of modules) {
      const path = module.trim().split(/\s/)[0]?.split('.').filter(Boolean).join('/') ?? '';
      if (path === '') continue;
      for (const value of bases) found.push(...firstFile(join(value, path), ['.py', '/__init__.py']));
    }
  }
  return found;
}

function firstFile(path: string, endings: readonly string[]): string[] {
  const ending = endings.find((value) => isFile(`${path}${value}`));
  return ending === undefined ? [] : [`${path}${ending}`];
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
