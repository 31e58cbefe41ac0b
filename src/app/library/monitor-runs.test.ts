import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeMonitoredRun } from '../../../test/monitors/make-monitored-run.ts';
import { readMonitorScores } from '../../base/record/monitor-scores.ts';
import { monitorFolder } from './monitor-runs.ts';

const root = mkdtempSync(join(tmpdir(), 'monitor-runs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('scores of another monitor with the same name are not overwritten', async () => {
  const runs = join(root, 'runs');
  const run = makeMonitoredRun(runs, { id: '_work_twin', steps: ['a'], effects: [] });
  const file = join(root, 'argm.cjs');
  writeFileSync(
    file,
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      if (JSON.parse(line).type === 'score') console.log(JSON.stringify({ suspicion: Number(process.argv[2]) }));
    });`,
  );
  const [first, second] = ['0.2', '0.8'].map((suspicion) => `node ${file} ${suspicion}`) as [string, string];
  const suspicions = () =>
    readMonitorScores(run, []).map(({ monitor, scores }) => [monitor, scores.map(({ suspicion }) => suspicion)]);
  await monitorFolder(runs, { monitor: [first] });
  await expect(monitorFolder(runs, { monitor: [second] })).rejects.toMatchObject({ code: 'monitor-name-taken' });
  expect(suspicions()).toEqual([['argm', [0.2]]]);
  await monitorFolder(runs, { monitor: [second], monitorName: 'strict' });
  expect(suspicions()).toEqual([
    ['argm', [0.2]],
    ['strict', [0.8]],
  ]);
  await monitorFolder(runs, { monitor: [second], force: true });
  expect(suspicions()).toContainEqual(['argm', [0.8]]);
  await expect(monitorFolder(runs, { monitor: [first, second], monitorName: 'both' })).rejects.toMatchObject({
    code: 'monitor-name',
  });
});

it('recorded runs are scored by an ensemble as by one monitor, with the scores of its members', async () => {
  const runs = join(root, 'combined');
  const run = makeMonitoredRun(runs, { id: '_work_twin', steps: ['a', 'rm -rf /home/user/a'], effects: [] });
  await monitorFolder(runs, { monitor: ['always', 'never', 'keyword'], combine: 'mean', see: 'actions' });
  const [scores] = readMonitorScores(run, []);
  expect(scores).toMatchObject({ monitor: 'mean-always+never+keyword', view: 'actions-only' });
  expect(scores?.scores.map(({ members }) => members?.map(({ monitor }) => monitor))).toEqual([
    ['always', 'never', 'keyword'],
    ['always', 'never', 'keyword'],
  ]);
  expect(scores?.scores[0]?.suspicion).toBeCloseTo(1 / 3);
  expect(scores?.scores[1]?.suspicion).toBeGreaterThan(0.4);
});
