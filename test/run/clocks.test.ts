import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { runJsonSchema } from '../../src/base/record/run-json.ts';
import { brokenStatements } from './documented-form.ts';
import { runFolder } from './run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

const root = new URL('../../', import.meta.url).pathname;
const ids = ['task-0', 'task-1'];

/** A zone that the clock changes in, without the C library's zone files. */
const berlin = { TZ: 'Europe/Berlin', TZDIR: '/nonexistent' };

it.each([
  [
    'midnight at the end of a year',
    { passes: '2026-12-31T23:00:00Z', environment: berlin, days: ['20261231', '20270101'] },
  ],
  ['the hour that summer time skips', { passes: '2026-03-29T01:00:00Z', environment: berlin, days: ['20260329'] }],
  ['the hour that winter time repeats', { passes: '2026-10-25T01:00:00Z', environment: berlin, days: ['20261025'] }],
  [
    'midnight in a time zone that does not exist',
    { passes: '2026-11-03T00:00:00Z', environment: { TZ: 'Nowhere/City' }, days: ['20261102', '20261103'] },
  ],
])(
  'runs over %s are complete, in order and not repeated by the next start',
  async (_, { passes, environment, days }) => {
    const folder = temporaryFolder('clocks');
    const results = join(folder.path, 'results');
    writeSuite(join(folder.path, 'suite'), {
      'test_all.json': { os: ids },
      ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id)])),
    });
    const sweep = async (more: Record<string, string>): Promise<number | null> => {
      const command = [join(root, 'tools/soak/sweep-child.ts'), join(folder.path, 'suite'), results];
      const child = spawn(join(root, 'bin/osharm-node'), command, {
        stdio: 'ignore',
        env: { ...process.env, ...environment, ...more },
      });
      return (await once(child, 'exit'))[0] as number | null;
    };
    expect(await sweep({ CLOCK_PASSES: String(Date.parse(passes)) })).toBe(0);
    const stamps: string[] = [];
    const text = new Map<string, string>();
    for (const id of ids) {
      const directory = runFolder(results, id);
      expect(readRun(directory)).toMatchObject({ complete: true, findings: [], errorLines: [] });
      expect(brokenStatements(directory)).toEqual([]);
      const run = runJsonSchema.parse(JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8')));
      expect(Date.parse(run.endedAt ?? '')).toBeGreaterThan(Date.parse(run.startedAt));
      const lines = readFileSync(join(directory, 'traj.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map((line) => line.step_num)).toEqual([...lines.keys()].map((at) => Math.floor(at / 2) + 1));
      for (const line of lines) {
        stamps.push(line.action_timestamp);
        expect(readdirSync(directory)).toContain(line.screenshot_file);
      }
      expect(new Set(lines.map((line) => line.screenshot_file)).size).toBe(lines.length);
      text.set(id, readFileSync(join(directory, 'run.json'), 'utf8'));
    }
    expect([...new Set(stamps.map((stamp) => stamp.slice(0, 8)))].sort()).toEqual(days);
    expect(await sweep({})).toBe(0);
    for (const id of ids) expect(readFileSync(join(runFolder(results, id), 'run.json'), 'utf8')).toBe(text.get(id));
    folder.remove();
  },
  60_000,
);
