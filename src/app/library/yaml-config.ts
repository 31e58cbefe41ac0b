import { type Document, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { keyVariableOf } from '../../agents/models/key-shapes.ts';
import { secretVariables } from '../../agents/models/redact.ts';
import { UsageError } from '../../base/errors.ts';

/** A config file with two hundred agents uses a fifth of this. */
const mostBytes = 64 * 1024;
/** Limits aliases (`*name`), because each can repeat a whole block and a small file could expand to gigabytes. */
const mostAliases = 100;

/** The parsed content, and the line of each part. */
export interface ReadConfig {
  content: unknown;
  /** 1-based line of a key or list entry; null if unknown. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/**
 * Parses an `osharm.yaml`. The file may not contain secrets of `environment`. Throws UsageError `config-not-yaml`,
 * `config-too-large`, `config-secret` with file and line.
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
      hint: yamlHint(reason),
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
    // The parser fails on thousands of nested brackets and on aliases of aliases.
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

/** Depends on the parser’s reason. */
function yamlHint(reason: string): string {
  if (/end with a [\]}]/.test(reason)) return 'Close the bracket that is open on the line before.';
  if (/within flow collections/.test(reason)) return 'Close the [ or { that is open on a line before.';
  if (/indent/i.test(reason)) return 'Indent the lines of one list or mapping equally, with spaces.';
  if (/unique/.test(reason)) return 'Keep one of the two keys.';
  if (/quote/i.test(reason)) return 'Close the quotation mark.';
  return 'Quote a text that begins with {, [, * or &, or contains ": " or " #".';
}

/** Start of a key or list entry, or of the nearest existing part if the path does not exist. */
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

/** Shorter values may be ordinary words. */
const shortestSecret = 12;

/** Refuses provider keys and secrets of the environment, even in comments. */
function refuseSecrets(file: string, text: string, environment: Readonly<Record<string, string | undefined>>): void {
  const secrets = secretVariables(environment).filter(({ value }) => value.length >= shortestSecret);
  for (const [at, line] of text.split('\n').entries()) {
    const ofEnvironment = secrets.find(({ value }) => line.includes(value))?.name;
    const ofDatabase = /postgres(?:ql)?:\/\/[^\s:@/]*:[^\s@/]+@/.test(line) ? 'PGPASSWORD' : null;
    const variable = ofEnvironment ?? keyVariableOf(line) ?? ofDatabase;
    if (variable !== null) throw secretIn(`${file}:${at + 1}`, variable);
  }
}

/** `variable`: the environment variable that should contain the secret. */
export const secretIn = (place: string, variable: string): UsageError =>
  new UsageError(`${place} contains a secret. Config files are shared, so osharm reads none from them.`, {
    code: 'config-secret',
    hint: `Remove it, and set ${variable} in the environment or in a file .env in this folder.`,
  });
