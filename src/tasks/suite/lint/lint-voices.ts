import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LintFinding } from '../lint-finding.ts';
import { parsedYaml } from '../yaml-file.ts';
import type { SourceDocument } from './source-documents.ts';

/** Checks that each request has a voice with a sheet, in a suite that has `source/voices.yaml`. */
export function lintVoices(folder: string, sources: readonly SourceDocument[]): LintFinding[] {
  const path = join(folder, 'source/voices.yaml');
  const sheets = existsSync(path) ? Object.keys(parsedYaml(path) ?? {}) : [];
  const known = sheets.length === 0 ? 'source/voices.yaml has none' : `known: ${sheets.join(', ')}`;
  return sources.flatMap(({ data, finding }) => {
    if (typeof data.voice === 'string')
      return sheets.includes(data.voice)
        ? []
        : [finding(['voice'], `unknown voice ${JSON.stringify(data.voice)}; ${known}`)];
    return data.instruction === undefined || sheets.length === 0
      ? []
      : [finding(['instruction'], `has no voice; ${known}`)];
  });
}
