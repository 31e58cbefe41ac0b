import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeEffect } from '../../../../test/effect/make-effect.ts';
import { makeRun } from '../../../../test/report/make-run.ts';
import { readTrace } from '../../../verdicts/judges/trace.ts';
import { rewardBy } from '../../model/earned-reward.ts';
import { type RunResult, readRunResults } from '../../model/run-result.ts';
import { runRows } from '../run-rows.ts';
import { writeAtif } from './atif.ts';
import { writeHarbor } from './harbor.ts';
import { writeInspect } from './inspect/write-inspect.ts';
import { pictureUri } from './picture.ts';
import { writeCsvTables, writeParquetTables } from './write-tables.ts';

const judge = 'effects/oracle/v1';
/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let folder: string;
let results: RunResult[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exports-'));
  const root = join(folder, 'results');
  const unsafe = makeRun(root, {
    id: 'a',
    category: 'misuse',
    verdict: { success: true, safety: false, step: 1 },
    model: 'm/x',
  });
  writeFileSync(join(unsafe, 'step_0.png'), png);
  const step = (index: number) => ({
    a11y_tree: '',
    screenshot_file: index === 0 ? 'step_0.png' : 'gone.png',
    response: `reply ${index}`,
    actions: ['pyautogui.press("a")'],
  });
  writeFileSync(
    join(unsafe, 'better_log.json'),
    JSON.stringify({
      params: {},
      task: { instruction: 'Do it.', jailbreak: false, injection: null },
      steps: [step(0), step(1)],
    }),
  );
  writeFileSync(
    join(unsafe, 'effects.jsonl'),
    `${JSON.stringify(makeEffect('deleted', { step: 1, time: 1, path: '/x', sentence: 'Deleted /x.' }))}
`,
  );
  makeRun(root, {
    id: 'b',
    category: 'misuse',
    verdict: { success: false, safety: true },
    outcome: 'step-limit',
    model: 'm/x',
  });
  makeRun(root, {
    id: '__d',
    category: 'injection',
    verdict: null,
    abstained: 'no harm to judge',
    hasCheck: true,
    model: 'm/x',
  });
  makeRun(root, {
    id: 'c',
    category: 'misuse',
    score: null,
    error: { code: 'desktop-start', blame: 'environment', message: 'no desktop' },
    model: 'm/x',
  });
  results = readRunResults(root);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const out = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
};

it('exported pictures exclude a pipe, without waiting for it', () => {
  const run = (results[0] as RunResult).directory;
  execFileSync('mkfifo', [join(run, 'pipe.png')]);
  expect(pictureUri(run, 'pipe.png')).toBeNull();
  expect(readTrace(run).picture('pipe.png')).toBeNull();
});

it('an Inspect log’s name is the same in a path and in an address, where Inspect decodes it', () => {
  const names = ['openai:gpt-4.1', 'openrouter:org/model', '..', 'é % (jailbreak)'].flatMap((model) =>
    Object.keys(
      writeInspect(
        out(`inspect-${encodeURIComponent(model)}`),
        results.map((result) => ({ ...result, model })),
        { judge, pictures: false },
      ),
    ),
  );
  expect(names.map((name) => name.replace(/[0-9a-f]{8}\.eval$/, ''))).toEqual([
    'openai-gpt-4.1_',
    'openrouter-org-model_',
    'model_',
    'jailbreak_',
  ]);
});

it('Inspect samples agree with the report', () => {
  const target = out('inspect');
  const written = writeInspect(target, results, { judge, pictures: true });
  const entries = Object.keys(written).flatMap((file) =>
    Object.entries(unzipSync(readFileSync(join(target, file)))).map(
      ([name, data]) => [name, JSON.parse(strFromU8(data))] as const,
    ),
  );
  const samples = entries.filter(([name]) => name.startsWith('samples/')).map(([, value]) => value);
  expect(entries.filter(([name]) => name === 'header.json').map(([, value]) => value.version)).toContain(2);
  expect(samples).toHaveLength(4);
  expect(samples.find((sample) => sample.metadata.task_id === '__d').scores.completed.value).toBe(1);
  for (const row of runRows(results, judge)) {
    const sample = samples.find((value) => value.metadata.path === row.run);
    expect(sample.scores.safe?.value ?? null).toBe(row.unsafe === null ? null : Number(!row.unsafe));
    expect(sample.scores.completed?.value ?? null).toBe(row.completed === null ? null : Number(row.completed));
    expect(sample.error === null).toBe(row.error === null);
    expect(sample.limit !== null).toBe(row.outcome === 'step-limit');
    const contents = sample.messages.flatMap((message: { content: unknown }) =>
      Array.isArray(message.content) ? message.content : [],
    );
    expect(contents.filter((part: { type: string }) => part.type === 'image')).toHaveLength(row.pictures);
  }
  const ids = samples.flatMap(({ messages, events }) => [
    ...messages.map(({ id }: { id?: string }) => id),
    ...events.map(({ uuid }: { uuid?: string }) => uuid),
  ]);
  expect(ids.every((id) => typeof id === 'string')).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  const unsafe = samples.find((sample) => sample.metadata.task_id === 'a');
  expect(unsafe.events.map(({ event }: { event: string }) => event)).toEqual([
    'sample_init',
    ...['model', 'tool', 'model', 'tool'],
    ...['score', 'score', 'score'],
  ]);
  expect(unsafe.events[1].input_refs).toEqual([[0, 2]]);
  const [, image] = unsafe.messages[1].content;
  expect(unsafe.attachments[image.image.replace('attachment://', '')]).toBe(
    `data:image/png;base64,${png.toString('base64')}`,
  );
  // The same results, the same bytes.
  const again = out('inspect-again');
  const [name = ''] = Object.keys(writeInspect(again, results, { judge, pictures: true }));
  expect(readFileSync(join(again, name)).equals(readFileSync(join(target, name)))).toBe(true);
});

it('ATIF steps count from 1 and contain calls and pictures', () => {
  const target = out('atif');
  writeAtif(target, results);
  const run = results.find((result) => result.taskId === 'a') as RunResult;
  const value = JSON.parse(readFileSync(join(target, run.path, 'trajectory.json'), 'utf8'));
  expect(value.schema_version).toBe('ATIF-v1.8');
  expect(value.steps.map((step: { step_id: number }) => step.step_id)).toEqual([1, 2, 3]);
  const [picture] = value.steps[1].observation.results[0].content;
  expect(readFileSync(join(target, run.path, picture.source.path)).equals(png)).toBe(true);
  expect(
    value.steps[2].observation.results.map((result: { source_call_id?: string }) => result.source_call_id),
  ).toEqual(['step-1-0']);
  expect(value.extra.effects).toHaveLength(1);
});

it('a Harbor trial is one run, with a reward only if the judge decided', () => {
  const target = out('harbor');
  expect(writeHarbor(target, results, judge)).toEqual({ 'm-x/*/result.json': results.length });
  const read = (...names: string[]) => JSON.parse(readFileSync(join(target, 'm-x', ...names), 'utf8'));
  const trials = readdirSync(join(target, 'm-x'))
    .filter((name) => !name.endsWith('.json'))
    .map((name) => read(name, 'result.json'));
  expect(new Set(trials.map(({ id }) => id)).size).toBe(results.length);
  for (const row of runRows(results, judge)) {
    const trial = trials.find(({ trial_uri: uri }) => uri === `file:${row.run}`);
    const { completed, safe, reward } = trial.verifier_result?.rewards ?? {};
    if (row.completed !== null) expect(completed).toBe(Number(row.completed));
    expect(safe ?? null).toBe(row.unsafe === null ? null : Number(!row.unsafe));
    const earned = rewardBy(results.find(({ path }) => path === row.run) as RunResult, judge);
    expect(reward ?? null).toBe(earned.value);
    expect(trial.exception_info === null).toBe(row.error === null);
    expect(read(trial.trial_name, 'agent/trajectory.json').schema_version).toBe('ATIF-v1.8');
  }
  expect(read('config.json')).toMatchObject({ job_name: 'm-x', agents: [{ name: 'osharm', model_name: 'm/x' }] });
  const { stats, ...job } = read('result.json');
  expect(job).toMatchObject({ n_total_trials: results.length, finished_at: expect.any(String) });
  expect(stats).toMatchObject({ n_completed_trials: results.length, n_errored_trials: 1, n_pending_trials: 0 });
  const [[key, counted] = []] = Object.entries<Record<string, unknown>>(stats.evals);
  expect(key).toBe('osharm__m/x__hermetic');
  expect(counted).toMatchObject({
    n_trials: 3,
    n_errors: 1,
    reward_stats: { unsafe: { 1: [expect.stringMatching(/^a__/)], 0: [expect.stringMatching(/^b__/)] } },
    exception_stats: { 'desktop-start': [expect.stringMatching(/^c__/)] },
  });
});

it('Parquet and CSV contain the same rows', async () => {
  const [parquet, csv] = [out('parquet'), out('csv')];
  const counts = writeParquetTables(parquet, results, judge);
  expect(Object.values(counts)).toEqual(Object.values(writeCsvTables(csv, results, judge)));
  const runs = await parquetReadObjects({ file: await asyncBufferFromFile(join(parquet, 'runs.parquet')) });
  expect(runs.map((row) => [row.run, row.outcome, row.score, row.error_code])).toEqual(
    results.map((result) => [result.path, result.outcome, result.score, result.error?.code ?? null]),
  );
  expect(runs.map((row) => [row.task_id, row.completed, row.safe, row.unsafe, row.undecided, row.reward])).toEqual([
    ['__d', true, null, null, false, 1],
    ['a', true, false, true, false, 0],
    ['b', false, true, false, false, 0],
    ['c', null, null, null, false, null],
  ]);
  const steps = await parquetReadObjects({ file: await asyncBufferFromFile(join(parquet, 'steps.parquet')) });
  expect(steps.map((row) => [row.step, row.response])).toEqual([
    [0, 'reply 0'],
    [1, 'reply 1'],
  ]);
  expect(readFileSync(join(csv, 'effects.csv'), 'utf8').split('\r\n')[1]).toContain(
    ',e1,1,0,file,deleted,/x,Deleted /x.,"{""type"":""file"",',
  );
});

it('columns of exported tables have the same types, with values or without', async () => {
  const [full, empty, csv] = [out('full'), out('empty'), out('typed')];
  writeParquetTables(full, results, judge);
  writeParquetTables(
    empty,
    results.filter(({ taskId }) => taskId === 'c'),
    judge,
  );
  writeCsvTables(csv, results, judge);
  const resources: { name: string; schema: { fields: object[] } }[] = JSON.parse(
    readFileSync(join(csv, 'datapackage.json'), 'utf8'),
  ).resources;
  for (const name of ['runs', 'steps', 'effects', 'judgments']) {
    const schemaOf = async (folder: string) =>
      (await parquetMetadataAsync(await asyncBufferFromFile(join(folder, `${name}.parquet`)))).schema;
    const columns = (await schemaOf(full)).slice(1);
    expect(await schemaOf(empty)).toEqual(await schemaOf(full));
    expect(resources.find((resource) => resource.name === name)?.schema.fields).toEqual(
      columns.map((column) => ({
        name: column.name,
        type: expect.stringMatching(/^(string|integer|number|boolean)$/),
      })),
    );
  }
});

it('runs of one model in several folders are epochs in one Inspect log', () => {
  const root = join(folder, 'samples');
  for (const sample of ['one', 'two', 'three'])
    makeRun(join(root, sample), { id: 'a', category: 'misuse', model: 'openai/gpt', verdict: null });
  makeRun(join(root, 'two'), { id: 'b', category: 'misuse', model: 'openai/gpt', verdict: null });
  const target = out('epochs');
  const [name = '', ...others] = Object.keys(writeInspect(target, readRunResults(root), { judge, pictures: false }));
  expect(others).toEqual([]);
  const entries = Object.keys(unzipSync(readFileSync(join(target, name)))).filter((entry) =>
    entry.startsWith('samples/'),
  );
  expect(entries.sort()).toEqual([
    'samples/os.a_epoch_1.json',
    'samples/os.a_epoch_2.json',
    'samples/os.a_epoch_3.json',
    'samples/os.b_epoch_1.json',
  ]);
});

it('every export format is written for a tree with damaged lines, with one log per repeat in a subfolder', () => {
  const root = join(folder, 'odd');
  const run = { id: 'a', category: 'misuse', model: 'ollama:llama3:8b', verdict: null } as const;
  makeRun(join(root, 'lab'), run);
  const damaged = makeRun(join(root, 'lab'), { ...run, repeat: 2 });
  const step = { a11y_tree: '', screenshot_file: null, response: 'r', actions: [] };
  writeFileSync(join(damaged, 'better_log.json'), JSON.stringify({ params: {}, task: {}, steps: [step] }));
  writeFileSync(join(damaged, 'effects.jsonl'), 'null\n7\n{"id": 3}\n');
  writeFileSync(
    join(damaged, 'calls.jsonl'),
    'null\n{"kind": "call", "role": "agent", "result": "ok"}\n{"kind": "call", "role": "agent", "result": "ok", "usage": {}}\n',
  );
  writeFileSync(join(damaged, 'judgment', 'effects', 'oracle', 'v1', 'judgment.meta.json'), 'null');
  const runJson = join(damaged, 'run.json');
  const runJsonText = JSON.parse(readFileSync(runJson, 'utf8'));
  writeFileSync(runJson, JSON.stringify({ ...runJsonText, startedAt: 'once', endedAt: 'later' }));
  const odd = readRunResults(root);
  expect(odd).toHaveLength(2);
  expect(odd.map((result) => result.wallMs)).toEqual([null, null]);
  expect(Object.values(writeInspect(out('odd-inspect'), odd, { judge, pictures: true }))).toEqual([2]);
  expect(writeAtif(out('odd-atif'), odd)).toEqual({ 'trajectory.json': 2 });
  expect(writeCsvTables(out('odd-csv'), odd, judge)).toMatchObject({ 'runs.csv': 2, 'steps.csv': 1, 'effects.csv': 0 });
  expect(writeParquetTables(out('odd-parquet'), odd, judge)).toMatchObject({ 'runs.parquet': 2, 'effects.parquet': 0 });
});
