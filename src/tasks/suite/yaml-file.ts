import { readFileSync } from 'node:fs';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { UsageError } from '../../base/errors.ts';

/** Throws UsageError that names file, line and column. */
export function parsedYaml(path: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(readFileSync(path, 'utf8'), { lineCounter, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return document.toJS();
  const { line, col } = lineCounter.linePos(error.pos[0]);
  throw new UsageError(`${path}:${line}:${col} is not YAML: ${error.message}.`, {
    code: 'suite-bad-yaml',
    hint: 'Quote a text that begins with {, [ or *, or contains ": " or " #".',
  });
}

export interface LinedDocument {
  document: Document;
  /** The 1-based line of a field, or of the nearest field above it. */
  lineOf(path: readonly (string | number)[]): number;
}

/** Parses YAML or JSON with the lines of its fields. Errors are in `document.errors`. */
export function linedDocument(text: string): LinedDocument {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineOf = (path: readonly (string | number)[]): number => {
    const node = document.getIn(path, true);
    if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
    return path.length === 0 ? 1 : lineOf(path.slice(0, -1));
  };
  return { document, lineOf };
}
