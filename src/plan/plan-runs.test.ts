import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainTask, temporaryFolder, writeSuite } from '../../test/run/temporary-suite.ts';
import { openSuite } from '../suite/suite.ts';
import type { Task } from '../suite/task.ts';
import { label, type PlanRequest, planRuns } from './plan-runs.ts';
import { settingsFrom } from './settings.ts';
import { planAsJson, planAsText } from './show-plan.ts';
import { flatSpec, specDifferences, specHash } from './spec-hash.ts';

const folder = temporaryFolder('plan');
afterAll(() => folder.remove());
const goal = (id: string) => ({ id, text: `Do ${id}.`, harm: [], reference: {} });
writeSuite(join(folder.path, 'evaluation_examples'), {
  'test_injection.json': { os: ['plain', 'both'], chrome: ['one'] },
  'test_misuse_small.json': { os: ['plain', 'plain'] },
  'examples/os/plain.json': plainTask('plain', { category: 'misbehavior' }),
  'examples/os/both.json': plainTask('both', {
    injections: [
      { type: 'vs_code', goals: ['stop_task', 'other', 'stop_task'] },
      { type: 'desktop_notification', goals: ['other'] },
    ],
  }),
  'examples/chrome/one.json': plainTask('one', {
    check: [{ kind: 'x', path: '/home/user/Work/a.txt' }],
    injections: [{ type: 'vs_code', goals: ['other'] }],
  }),
  'goals/stop_task.json': goal('stop_task'),
  'goals/other.json': goal('other'),
  'goals/long.json': goal('long'),
  'goals/wipe.json': { ...goal('wipe'), harm: [{ oracle: 'deletes-folder', path: '/home/user/Work' }] },
  'test_misuse_one.json': { os: ['harmful'] },
  'examples/os/harmful.json': plainTask('harmful', { category: 'misuse' }),
  'test_hard.json': { os: ['account', 'video', 'plain'] },
  'test_none.json': { none: ['account', 'video'] },
  'examples/os/account.json': plainTask('account', { config: [{ type: 'login', parameters: {} }] }),
  'examples/os/video.json': plainTask('video', { evaluator: { func: 'compare_videos' } }),
  'examples/none/account.json': plainTask('account', { config: [{ type: 'login', parameters: {} }] }),
  'examples/none/video.json': plainTask('video', { evaluator: { func: 'compare_videos' } }),
  'test_unfit.json': { multi: ['plain'] },
  'examples/multi/plain.json': plainTask('plain', { injections: [{ type: 'vs_code', goals: ['other'] }] }),
});
const suite = openSuite(folder.path);
const known = new Map(['deletes-folder'].map((name) => [name, { parameters: z.looseObject({}) }]));
const vectors = new Map(
  ['vs_code', 'desktop_notification'].map((name) => [
    name,
    {
      parameters: z.looseObject({}),
      fit: (task: Task) =>
        name === 'vs_code' && task.id === 'plain' ? { reason: 'nothing is open' } : { params: { at: task.id } },
      refusal: (text: string) => (text.includes('Do long') ? 'it is too long' : null),
    },
  ]),
);

function plan(more: Partial<PlanRequest> = {}) {
  return planRuns({
    suite,
    manifest: 'injection',
    domain: 'all',
    inject: false,
    withBenign: false,
    repeat: 1,
    settings: settingsFrom({ model: 'm' }, { protocol: 'osharm-1' }),
    resultDir: '/r',
    vocabulary: {
      setupSteps: new Map([['login', { parameters: z.looseObject({}), refused: 'it needs an account' }]]),
      evaluators: new Set(['infeasible']),
      conditions: new Map([['x', { parameters: z.looseObject({}) }]]),
      oracles: known,
      vectors,
    },
    ...more,
  });
}
const labels = (more?: Partial<PlanRequest>) => plan(more).runs.map((run) => label(run.spec));

describe('planRuns', () => {
  it('opens a checkout by its root', () => {
    expect(suite).toMatchObject({ isCheckout: true, assetRoot: folder.path });
  });

  it('runs plain tasks in the manifest’s order and says that injections were not asked for', () => {
    expect(labels()).toEqual(['os/plain', 'os/both', 'chrome/one']);
    expect(plan().warnings).toEqual([expect.stringContaining('2 of 3 tasks have injections')]);
  });

  it('fans out over vectors and goals, each pair once, and says what it dropped', () => {
    expect(labels({ inject: true })).toEqual([
      'os/plain',
      'os/both__inject__vs_code__stop_task',
      'os/both__inject__vs_code__other',
      'os/both__inject__desktop_notification__other',
      'chrome/one__inject__vs_code__other',
    ]);
    expect(plan({ inject: true }).warnings).toEqual([
      'os/both__inject__vs_code__stop_task is listed twice: it runs once.',
    ]);
  });

  it('goes on with what OS-Harm made of a model with slashes, whose name it leaves as it is', () => {
    const resultDir = join(folder.path, 'results');
    const settings = settingsFrom({ model: 'mistralai/large' }, { protocol: 'os-harm' });
    const theirs = join(resultDir, 'pyautogui/a11y_tree/mistralai/large/os');
    for (const task of ['plain', 'both']) mkdirSync(join(theirs, task), { recursive: true });
    writeFileSync(join(theirs, 'plain/result.txt'), '0\n');
    const ours = join(resultDir, 'pyautogui/a11y_tree/mistralai%2Flarge/os');
    const directories = () =>
      plan({ resultDir, settings, domain: 'os' }).runs.map((run) => relative(resultDir, run.spec.directory));
    const named = (...places: string[]) => places.map((place) => relative(resultDir, place));
    expect(directories()).toEqual(named(join(theirs, 'plain'), join(ours, 'both')));
    mkdirSync(join(ours, 'plain'), { recursive: true });
    writeFileSync(join(ours, 'plain/result.txt'), '1\n');
    expect(directories()).toEqual(named(join(ours, 'plain'), join(ours, 'both')));
  });

  it('adds the benign runs, repeats, and restricts to a domain', () => {
    expect(labels({ inject: true, withBenign: true, domain: 'chrome' })).toEqual([
      'chrome/one',
      'chrome/one__inject__vs_code__other',
    ]);
    const { runs } = plan({ domain: 'chrome', repeat: 2 });
    expect(runs.map((run) => run.spec.directory)).toEqual([
      '/r/pyautogui/a11y_tree/m/chrome/one',
      '/r/repeat-2/pyautogui/a11y_tree/m/chrome/one',
    ]);
  });

  it('refuses tasks that can’t be run, saying how many, or leaves them out and says which and why', () => {
    const manifest = join(folder.path, 'evaluation_examples/test_hard.json');
    expect(() => plan({ manifest })).toThrow(
      /os\/account\.json: config\.0 is the step login.*an account\. 1 more tasks/,
    );
    const made = plan({ manifest, skipUnsupported: true });
    expect(made.runs.map((run) => label(run.spec))).toEqual(['os/plain']);
    expect(made.skipped.map(({ task, reason }) => `${task}: ${reason.slice(0, 40)}`)).toEqual([
      expect.stringMatching(/^account: config\.0 is the step login/),
      'video: evaluator.func names the checker "compar',
    ]);
    expect(planAsText(made)).toContainEqual(expect.stringMatching(/^left out: os\/account: /));
    expect(planAsJson(made).skipped).toHaveLength(2);
    // Nothing left is no plan.
    expect(() => plan({ manifest: 'none', skipUnsupported: true })).toThrow(/1 more tasks/);
  });

  it('takes the category from the task, else from the manifest’s name', () => {
    expect(plan().runs.map((run) => run.spec.category)).toEqual(['misbehavior', 'injection', 'injection']);
    const small = plan({ manifest: join(folder.path, 'evaluation_examples/test_misuse_small.json') });
    expect(small.runs.map((run) => run.spec.category)).toEqual(['misbehavior']);
    expect(small.warnings).toHaveLength(1);
  });
});

describe('pairs', () => {
  const all = { vectors: [], goals: [] };

  it('crosses benign tasks with every vector and goal that fit, and says which don’t and why', () => {
    const crossed = plan({ inject: true, pairs: all, domain: 'chrome' });
    expect(crossed.runs.map((run) => label(run.spec))).toEqual([
      'chrome/one__inject__vs_code__other',
      'chrome/one__inject__vs_code__stop_task',
      'chrome/one__inject__desktop_notification__other',
      'chrome/one__inject__desktop_notification__stop_task',
    ]);
    expect(crossed.runs[0]?.entry).toEqual({ type: 'vs_code', goals: ['other'], params: { at: 'one' } });
    expect(crossed.refused.map(({ vector, goal, reason }) => [vector, goal, reason])).toEqual([
      ['vs_code', 'long', 'it is too long'],
      ['vs_code', 'wipe', 'the goal deletes /home/user/Work, where the task works (/home/user/Work/a.txt)'],
      ['desktop_notification', 'long', 'it is too long'],
      [
        'desktop_notification',
        'wipe',
        'the goal deletes /home/user/Work, where the task works (/home/user/Work/a.txt)',
      ],
    ]);
  });

  it('takes only what was asked for, refuses names that there aren’t, and leaves misuse out', () => {
    const pairs = { vectors: ['vs_code'], goals: ['other'] };
    const one = plan({ inject: true, pairs, domain: 'os', withBenign: true });
    expect(one.runs.map((run) => label(run.spec))).toEqual(['os/both', 'os/both__inject__vs_code__other']);
    expect(one.refused).toMatchObject([{ task: 'plain', vector: 'vs_code', goal: null, reason: 'nothing is open' }]);
    const wrong = { vectors: ['fax'], goals: [] };
    expect(() => plan({ inject: true, pairs: wrong })).toThrow(/--vector: there is no "fax"/);
    const misuse = plan({ inject: true, pairs: all, manifest: 'misuse_one' });
    expect(misuse.runs).toEqual([]);
    expect(misuse.refused[0]?.reason).toMatch(/misuse/);
  });

  it('shows refused pairs in the plan', () => {
    const crossed = plan({ inject: true, pairs: { vectors: ['vs_code'], goals: ['long', 'other'] } });
    expect(planAsText(crossed)).toContain('not legal: os/plain × vs_code: nothing is open.');
    expect(planAsText(crossed)).toContain('not legal: chrome/one × vs_code × long: it is too long.');
    expect(planAsJson(crossed).refused).toHaveLength(3);
    expect(crossed.warnings.at(-1)).toMatch(/^3 of the pairs/);
  });

  it('gives a task’s own entry without params what fits, and refuses one that fits nowhere', () => {
    expect(plan({ inject: true }).runs[1]?.entry?.params).toEqual({ at: 'both' });
    expect(() => plan({ inject: true, manifest: 'unfit' })).toThrow(/has no params, and nothing is open/);
  });
});

describe('spec hashes', () => {
  const [first] = plan().runs;
  if (first === undefined) throw new Error('no run');
  const hashes = { task: 't', goal: null, image: 'i', prompts: null };
  it('depend on everything that can change a result, and on no order of fields', () => {
    const spec = flatSpec(first.spec, hashes);
    expect(specHash(spec)).toBe(specHash(Object.fromEntries(Object.entries(spec).reverse())));
    for (const key of Object.keys(spec)) expect(specHash({ ...spec, [key]: 'other' }), key).not.toBe(specHash(spec));
  });
  it('name the fields that differ; an image that nobody knows doesn’t', () => {
    const spec = flatSpec(first.spec, hashes);
    expect(specDifferences(spec, { ...spec, image: null, seed: 9 })).toEqual([{ field: 'seed', before: 0, now: 9 }]);
    expect(specDifferences(spec, { ...spec, image: 'j' })).toHaveLength(1);
  });
});
