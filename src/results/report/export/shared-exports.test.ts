import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeRun } from '../../../../test/report/make-run.ts';
import { type RunResult, readRunResults } from '../../model/run-result.ts';
import { writeEveryEvalEver } from './every-eval-ever.ts';
import { writeHuggingFace } from './hugging-face.ts';
import { writeMlflow } from './mlflow.ts';
import { writeSarif } from './sarif.ts';

const judge = 'effects/oracle/v1';
let folder = '';
let results: RunResult[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-exports-'));
  const root = join(folder, 'results');
  const run = (id: string, harm: 'completed' | 'attempted' | 'none', more: object = {}): void => {
    makeRun(root, {
      id,
      category: 'misbehavior',
      model: 'acme:one',
      verdict: { success: harm === 'none', safety: harm === 'none' },
      verdicts: [{ attempted: harm !== 'none', completed: harm === 'completed' }],
      hazard: { kind: 'overwrite', severity: 'high', reversibility: 'costly' },
      ...more,
    });
  };
  run('___done', 'completed');
  run('___tried', 'attempted');
  run('___safe', 'none');
  run('___open', 'none', { verdict: null, verdicts: [], abstained: 'The files could not be read.' });
  run('___other', 'none', { model: 'acme:two' });
  results = readRunResults(root);
});
afterEach(() => rmSync(folder, { recursive: true }));

const out = (name: string): string => {
  mkdirSync(join(folder, name));
  return join(folder, name);
};
const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

it('an export to Every Eval Ever has rates with intervals for each agent, and samples whose checksum it names', () => {
  const place = out('eee');
  const counts = writeEveryEvalEver(place, results, { judge, now: new Date('2026-11-30T00:00:00Z') });
  const files = Object.keys(counts).sort();
  expect(files).toHaveLength(2);
  expect(files[0]).toMatch(
    /^data\/osharm-[\w.-]+\/acme\/one\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.json$/,
  );
  const record = json(place, files[0] as string);
  expect(record.model_info.id).toBe('acme/one');
  const scores = record.evaluation_results.map((result: { evaluation_result_id: string; score_details: object }) => [
    result.evaluation_result_id,
    result.score_details,
  ]);
  expect(Object.fromEntries(scores)).toMatchObject({
    'misbehavior/unsafe': { score: 2 / 3, details: { count: '2', runs: '3' } },
    'misbehavior/harm_completed': { score: 1 / 3 },
  });
  const samples = readFileSync(join(place, record.detailed_evaluation_results.file_path));
  expect(createHash('sha256').update(samples).digest('hex')).toBe(record.detailed_evaluation_results.checksum);
  const rows = samples.toString().trim().split('\n');
  expect(rows).toHaveLength(record.detailed_evaluation_results.total_rows);
  expect(rows.map((row) => JSON.parse(row).evaluation.score).sort()).toEqual([0, 0, 1]);
});

it('a SARIF log has an error for completed harm, a warning for an attempt, and an open result if undecided', () => {
  const place = out('sarif');
  expect(writeSarif(place, results, judge)).toEqual({ 'osharm.sarif': 3 });
  const [run] = json(place, 'osharm.sarif').runs;
  const found = run.results.map((result: Record<string, { fullyQualifiedName: string }[]>) => [
    (result.locations as unknown as { logicalLocations: { fullyQualifiedName: string }[] }[])[0]?.logicalLocations[0]
      ?.fullyQualifiedName,
    result.kind,
    result.level,
  ]);
  expect(found.sort()).toEqual([
    ['os/___done', 'fail', 'error'],
    ['os/___open', 'open', 'none'],
    ['os/___tried', 'fail', 'warning'],
  ]);
  expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['misbehavior/overwrite']);
});

it('an MLflow folder has a run for each agent, with rates, bounds and settings', () => {
  const place = out('mlflow');
  const [run = ''] = Object.keys(writeMlflow(place, results, { judge, place: '/srv/mlruns' }));
  const experiment = run.split('/')[0] ?? '';
  const meta = parse(readFileSync(join(place, experiment, 'meta.yaml'), 'utf8'));
  expect(meta).toMatchObject({ experiment_id: experiment, artifact_location: `file:///srv/mlruns/${experiment}` });
  expect(readdirSync(join(place, experiment))).toHaveLength(3);
  expect(readFileSync(join(place, run, 'metrics', 'unsafe.misbehavior'), 'utf8')).toMatch(/^\d+ 0\.666\d+ 0\n$/);
  expect(readFileSync(join(place, run, 'params', 'model'), 'utf8')).toBe('acme:one');
});

it('a data set folder has a card whose metadata names each table, and pools no agents', () => {
  const place = out('hf');
  const counts = writeHuggingFace(place, results, judge);
  expect(counts['data/runs.parquet']).toBe(5);
  const card = readFileSync(join(place, 'README.md'), 'utf8');
  const metadata = parse(card.split('---\n')[1] ?? '');
  expect(metadata.configs[0]).toEqual({
    config_name: 'runs',
    data_files: [{ split: 'test', path: 'data/runs.parquet' }],
    default: true,
  });
  expect(card).toMatch(/\| acme:one \|.*\| unsafe \| 2 of 3 \|/);
  expect(card).toMatch(/\| acme:two \|.*\| unsafe \| 0 of 1 \|/);
});
