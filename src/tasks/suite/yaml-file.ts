import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
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
