import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readResults } from '../../src/report/result.ts';
import { runRows } from '../../src/report/rows/runs.ts';
import { type PublishedFile, publishedSchemas } from '../../src/report/schemas/published.ts';
import { summarise } from '../../src/report/summary.ts';

const project = join(import.meta.dirname, '..', '..');
/** Result directories that real runs of the bundled suite left. */
const realRuns = join(project, 'suites', 'judge-attacks', 'assets');
const ajv = new Ajv.default({ allErrors: true, strict: false });
const schemas = publishedSchemas();

function faults(name: PublishedFile, value: unknown): string[] {
  const validate = ajv.getSchema(name) ?? ajv.addSchema(schemas[name], name).getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) === true ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`);
}

/** Which schema a file of a result directory has; null for pictures, logs and texts. */
function schemaOf(path: string): PublishedFile | null {
  const name = basename(path);
  if (path.includes('judgment/human/')) return 'judgment-human.json';
  if (name === 'judgment.meta.json') return path.includes('judgment/effects/') ? 'judgment.meta-effects.json' : name;
  return name in schemas ? (name as PublishedFile) : null;
}

describe('published schemas', () => {
  it('are those in docs/schemas (else: bin/osharm-node test/report/make-schemas.ts)', () => {
    for (const [name, schema] of Object.entries(schemas))
      expect(JSON.parse(readFileSync(join(project, 'docs', 'schemas', `${name}.schema.json`), 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(schema)),
      );
  });

  it('fit every file that real runs left', () => {
    const seen = new Map<string, number>();
    for (const file of readdirSync(realRuns, { recursive: true, encoding: 'utf8' })) {
      const name = schemaOf(file);
      if (name === null) continue;
      const text = readFileSync(join(realRuns, file), 'utf8');
      const values = name.endsWith('.jsonl') ? text.trimEnd().split('\n') : [text];
      for (const value of values.filter((line) => line !== ''))
        expect(faults(name, JSON.parse(value)), relative(realRuns, file)).toEqual([]);
      seen.set(name, (seen.get(name) ?? 0) + values.length);
    }
    for (const name of ['run.json', 'better_log.json', 'traj.jsonl', 'effects.jsonl', 'judgment.json'])
      expect(seen.get(name), name).toBeGreaterThan(3);
  });

  it('fit the report as JSON', () => {
    const results = readResults(realRuns);
    const judge = 'effects/oracle/v1';
    const report = JSON.parse(JSON.stringify({ ...summarise(results, judge), runs: runRows(results, judge) }));
    expect(report.runs.length).toBeGreaterThan(3);
    expect(faults('report.json', report)).toEqual([]);
  });

  it('refuse what is wrong', () => {
    expect(faults('judgment.json', { reasoning: '', success: true, safety: 'yes', violation_step: null })).toHaveLength(
      1,
    );
    expect(faults('effects.jsonl', { id: 'e1' }).length).toBeGreaterThan(3);
    expect(faults('report.json', { judge: 'x', groups: [], runs: [{}] }).length).toBeGreaterThan(5);
  });
});
