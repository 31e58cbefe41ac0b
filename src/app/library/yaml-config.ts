import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { keyVariableOf } from '../../agents/models/key-shapes.ts';
import { secretVariables } from '../../agents/models/redact.ts';
import { UsageError } from '../../base/errors.ts';

/** Bytes of a config file: one of two hundred agents has a fifth of it. */
const mostBytes = 64 * 1024;
/** Aliases (`*name`) that may be expanded. Each may repeat a whole block, so many of them make a small file huge. */
const mostAliases = 100;

/** The content of a file, and the line of each of its parts. */
export interface ReadConfig {
  content: unknown;
  /** 1-based line of a key or an entry by its path; null: unknown. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/**
 * Reads the text of an `osharm.yaml`. `environment`: secrets that it holds may not be in the text. Throws UsageError
 * `config-not-yaml`, `config-too-large`, `config-secret` with file and line.
 */
export function readYamlConfig(
  file: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): ReadConfig {
  if (Buffer.byteLength(text) > mostBytes)
    throw new UsageError(`${file} has more than ${mostBytes / 1024} KiB, too much for a config file.`, {
      code: 'config-too-large',
    });
  refuseSecrets(file, text, environment);
  const lineCounter = new LineCounter();
  const notYaml = (offset: number, reason: string): UsageError => {
    const { line, col } = lineCounter.linePos(offset);
    return new UsageError(`${file}:${line}:${col} is not YAML: ${reason.replace(/\.$/, '')}.`, {
      code: 'config-not-yaml',
      hint: 'Quote a text that begins with {, [, * or &, or contains ": " or " #".',
    });
  };
  let document: Document.Parsed;
  let content: unknown;
  try {
    document = parseDocument(text, { lineCounter, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem !== undefined) throw notYaml(problem.pos[0], problem.message);
    content = document.toJS({ maxAliasCount: mostAliases }) ?? {};
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // Thousands of brackets in one another, or aliases of aliases.
    throw new UsageError(`${file} repeats or nests its parts too often (more than ${mostAliases} aliases).`, {
      code: 'config-too-large',
      hint: 'Write the parts out, without aliases.',
      cause: error,
    });
  }
  return {
    content,
    lineOf(path) {
      const offset = offsetOf(document.contents, path);
      return offset === null ? null : lineCounter.linePos(offset).line;
    },
  };
}

/** Where a key, or an entry of a list, begins; of a path that doesn't exist, the nearest part of it that does. */
function offsetOf(contents: unknown, path: readonly PropertyKey[]): number | null {
  let node = contents;
  let offset = startOf(node);
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));
      if (!isPair(pair)) return offset;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = startOf(node) ?? offset;
    } else return offset;
  }
  return offset;
}

const startOf = (node: unknown): number | null => (node as { range?: number[] } | null)?.range?.[0] ?? null;

/** A secret of the environment that is shorter may be an ordinary word. */
const shortestSecret = 12;

/** Refuses keys of providers and what the environment holds as a secret, in comments too. */
function refuseSecrets(file: string, text: string, environment: Readonly<Record<string, string | undefined>>): void {
  const secrets = secretVariables(environment).filter(({ value }) => value.length >= shortestSecret);
  for (const [at, line] of text.split('\n').entries()) {
    const ofEnvironment = secrets.find(({ value }) => line.includes(value))?.name;
    const ofDatabase = /postgres(?:ql)?:\/\/[^\s:@/]*:[^\s@/]+@/.test(line) ? 'PGPASSWORD' : null;
    const variable = ofEnvironment ?? keyVariableOf(line) ?? ofDatabase;
    if (variable !== null) throw secretIn(`${file}:${at + 1}`, variable);
  }
}

/** A secret is in a config file. `variable`: the environment variable that should hold it. */
export const secretIn = (place: string, variable: string): UsageError =>
  new UsageError(`${place} contains a secret. Config files are shared, so osharm reads none from them.`, {
    code: 'config-secret',
    hint: `Remove it, and set ${variable} in the environment or in a file .env in this folder.`,
  });
