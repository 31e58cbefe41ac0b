import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LintFinding } from '../lint-finding.ts';
import { linedDocument } from '../yaml-file.ts';
import { listOf, mapOf } from './source-fields.ts';

/** A task's source, with the lines of its fields. */
export interface SourceDocument {
  /** Relative to the suite's folder. */
  file: string;
  family: string;
  /** Empty if the file is not YAML, which `suite build` reports. */
  data: Readonly<Record<string, unknown>>;
  /** Returns a finding at the line of a field, or at the nearest line above it. */
  finding(path: readonly (string | number)[], message: string): LintFinding;
}

/** Reads a suite's YAML sources. Returns an empty list if its tasks are written by hand. */
export function sourceDocuments(folder: string): SourceDocument[] {
  const source = join(folder, 'source');
  if (!existsSync(source)) return [];
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
    .map(({ name }) => name)
    .sort()
    .flatMap((family) =>
      readdirSync(join(source, family))
        .filter((name) => /^(?:task|variation-[a-z])\.yaml$/.test(name))
        .sort()
        .map((name) => sourceDocument(folder, family, name)),
    );
}

/** The source of the task that a family's variations change. */
export const baseOf = (family: string, sources: readonly SourceDocument[]): SourceDocument | undefined =>
  sources.find((source) => source.family === family && source.data.id !== undefined);

/** The scene of a source, or of the task that it varies; null without one. */
export function sceneNameOf({ family, data }: SourceDocument, sources: readonly SourceDocument[]): string | null {
  for (const fields of [data, baseOf(family, sources)?.data ?? {}]) {
    if (fields.scene === null) return null;
    const placed = listOf(fields.config).map((step) => mapOf(mapOf(step).scene).name);
    const name = [mapOf(fields.scene).name, ...placed].find((value) => typeof value === 'string');
    if (typeof name === 'string') return name;
  }
  return null;
}

function sourceDocument(folder: string, family: string, name: string): SourceDocument {
  const file = `source/${family}/${name}`;
  const { document, lineOf } = linedDocument(readFileSync(join(folder, file), 'utf8'));
  const value: unknown = document.errors.length === 0 ? document.toJS() : {};
  const data = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return {
    file,
    family,
    data,
    finding: (path, message) => ({
      kind: 'mistake',
      file,
      line: lineOf(path),
      field: path.map(String).join('.'),
      message,
    }),
  };
}
