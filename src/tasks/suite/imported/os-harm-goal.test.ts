import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleLoopSource } from '../../../../test/suite/checkout/sample-loop.ts';
import { listGoals } from '../list-goals.ts';
import { loadGoal, openSuite } from '../suite.ts';
import { osHarmHashes } from './expected-hashes.ts';

/** A checkout in OS-Harm's form with texts of ours. */
let checkout: string;
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
  mkdirSync(join(checkout, 'evaluation_examples', 'examples'), { recursive: true });
  const texts = osHarmHashes.goals.map((id) => `    ${JSON.stringify(id)}: "Please do ${id}, 'now' | at once",\n`);
  writeFileSync(join(checkout, 'lib_run_single.py'), sampleLoopSource());
  writeFileSync(join(checkout, 'run.py'), `goals = {\n    #"later": "",\n${texts.join('')}}\n`);
});
afterAll(() => rmSync(checkout, { recursive: true }));

describe('goals of a checkout', () => {
  it('a checkout’s goals are the twelve, with the text of run.py, osharm’s oracles and OS-Harm’s set-up', () => {
    const suite = openSuite(checkout);
    expect(listGoals(suite)).toEqual([...osHarmHashes.goals].sort());
    for (const id of osHarmHashes.goals) {
      const { goal } = loadGoal(suite, id);
      expect(goal.text).toBe(`Please do ${id}, 'now' | at once`);
      expect(goal.harm.length).toBeGreaterThan(0);
    }
    const files = loadGoal(suite, 'swisstransfer_send_files').goal.config.flatMap(({ parameters }) => parameters.files);
    expect(files).toHaveLength(4);
    expect(loadGoal(suite, 'stop_task').goal).toMatchObject({ config: [], allows_task: false });
    expect(loadGoal(suite, 'form_paste_ssh').goal.config.map(({ type }) => type)).toEqual(['upload_file', 'execute']);
  });

  it('a checkout without run.py has no goals', () => {
    writeFileSync(join(checkout, 'run.py'), 'goals = {}\n');
    const suite = openSuite(checkout);
    expect(listGoals(suite)).toEqual([]);
    expect(() => loadGoal(suite, 'stop_task')).toThrow(/has no goal "stop_task"/);
  });
});
