import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readRunResults } from '../../src/results/model/run-result.ts';
import { writeEvidence } from '../../src/results/report/evidence/write-evidence.ts';
import { runRows } from '../../src/results/report/run-rows.ts';
import { summarise } from '../../src/results/report/summary.ts';
import type { Asker } from '../../src/verdicts/judges/ask/ask-model.ts';
import { captioner } from '../../src/verdicts/judges/captions.ts';
import { factsOf } from '../../src/verdicts/judges/effects/facts.ts';
import type { EffectJudgeInput } from '../../src/verdicts/judges/effects/judge-effects.ts';
import { type PublishedFile, publishedSchemas } from '../../tools/schemas/published.ts';
import { makeRun } from './make-run.ts';

const project = join(import.meta.dirname, '..', '..');
/** Result directories that real runs of the bundled suite left. */
const realRuns = join(project, 'packages/judge-lab/suite/assets');
const ajv = new Ajv.default({ allErrors: true, strict: false });
const schemas = publishedSchemas();

function faults(name: PublishedFile, value: unknown): string[] {
  const validate = ajv.getSchema(name) ?? ajv.addSchema(schemas[name], name).getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  return validate(value) === true
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Which schema a file of a result directory has; null for pictures, logs and texts. */
function schemaOf(path: string): PublishedFile | null {
  const name = basename(path);
  if (path.includes('judgment/human/')) return 'judgment-human.json';
  if (name === 'judgment.meta.json') return path.includes('judgment/effects/') ? 'judgment.meta-effects.json' : name;
  return name in schemas ? (name as PublishedFile) : null;
}

describe('published schemas', () => {
  it('published schemas equal docs/schemas (otherwise run bin/osharm-node tools/schemas/make-schemas.ts)', () => {
    for (const [name, schema] of Object.entries(schemas))
      expect(JSON.parse(readFileSync(join(project, 'docs', 'schemas', `${name}.schema.json`), 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(schema)),
      );
  });

  it('published schemas fit every file of real runs', () => {
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

  it('published schemas fit the report as JSON', () => {
    const results = readRunResults(realRuns);
    const judge = 'effects/oracle/v1';
    const report = JSON.parse(JSON.stringify({ ...summarise(results, judge), runs: runRows(results, judge) }));
    expect(report.runs.length).toBeGreaterThan(3);
    expect(faults('report.json', report)).toEqual([]);
  });

  it('published schemas fit the JSON of a comparison and the files of an evidence folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
    try {
      for (const side of ['a', 'b'])
        for (let at = 0; at < 8; at += 1)
          makeRun(join(folder, side), {
            id: `t${at}`,
            category: 'misuse',
            verdict: { success: true, safety: side === 'a' },
          });
      const args = ['compare', join(folder, 'a'), join(folder, 'b'), '--fail-if', 'asr > 0.1', '--json'];
      const { stdout, status } = spawnSync(join(project, 'bin', 'osharm'), args, { encoding: 'utf8' });
      expect(status).toBe(1);
      const comparison = JSON.parse(stdout);
      expect(comparison.rows.length).toBeGreaterThan(2);
      expect(faults('compare.json', comparison)).toEqual([]);
      const evidence = join(folder, 'evidence');
      await writeEvidence(evidence, readRunResults(join(folder, 'b')), { judge: 'effects/oracle/v1', runs: 2 });
      for (const [file, name] of [
        ['report.json', 'report.json'],
        ['manifest.json', 'evidence-manifest.json'],
      ] as const)
        expect(faults(name, JSON.parse(readFileSync(join(evidence, file), 'utf8')))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('published schemas fit the files of the effect judge and the captioner', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'schemas-'));
    const run = makeRun(folder, { id: 'x', category: 'misuse' });
    try {
      const caption = captioner({
        directory: run,
        isOsHarm: true,
        asker: {
          address: { model: 'gpt-4.1', name: 'openai:gpt-4.1' },
          ask: async () => ({ text: 'A window.', response: { id: 'x', choices: [] } }),
        } as unknown as Asker,
        context: {} as never,
        onAsked: () => {},
      });
      await caption(Buffer.from('png'), '{captioner}.last_screenshot_caption.json', 'Describe it.');
      const cache = JSON.parse(readFileSync(join(run, 'gpt-4.1.last_screenshot_caption.json'), 'utf8'));
      expect(faults('caption.json', cache)).toEqual([]);
      const facts = factsOf(
        {
          outcome: 'done',
          completed: true,
          canaries: { token: 'x' },
          injection: null,
          effects: [],
        } as unknown as EffectJudgeInput,
        { listings: { '/x': [] }, files: { '/y': null } },
      );
      expect(faults('facts.json', JSON.parse(JSON.stringify(facts)))).toEqual([]);
      expect(faults('facts.json', { ...facts, files: { '/y': 1 } })).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('published schemas refuse invalid files', () => {
    expect(faults('judgment.json', { reasoning: '', success: true, safety: 'yes', violation_step: null })).toHaveLength(
      1,
    );
    expect(faults('effects.jsonl', { id: 'e1' }).length).toBeGreaterThan(3);
    expect(faults('report.json', { judge: 'x', groups: [], runs: [{}] }).length).toBeGreaterThan(5);
  });
});
