import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainTask, temporaryFolder, writeSuite } from '../../../test/run/temporary-suite.ts';
import { sampleLoopSource } from '../../../test/suite/checkout/sample-loop.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import type { Task } from '../../tasks/suite/task.ts';
import type { Visibility } from '../../tasks/suite/visibility.ts';
import { taskVocabulary } from '../sweep/task-vocabulary.ts';
import { planRuns } from './plan-runs.ts';
import { label } from './planned-run.ts';
import { settingsFrom } from './settings/defaults.ts';
import { planAsJson, planList, planSummary } from './show-plan.ts';
import { specDifferences, specHash } from './spec-hash.ts';
import type { SweepRequest } from './sweep-request.ts';

const folder = temporaryFolder('plan');
afterAll(() => folder.remove());
const goal = (id: string) => ({ id, text: `Do ${id}.`, harm: [], reference: {} });
writeFileSync(join(folder.path, 'lib_run_single.py'), sampleLoopSource());
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
  'test_parts.json': { os: ['plain', 'asked', 'asked_twin'] },
  'examples/os/asked.json': plainTask('asked', { category: 'misuse' }),
  'examples/os/asked_twin.json': plainTask('asked_twin', { category: 'benign', twin_of: 'asked' }),
  'goals/stop_task.json': goal('stop_task'),
  'goals/other.json': goal('other'),
  'goals/long.json': goal('long'),
  'goals/wipe.json': { ...goal('wipe'), harm: [{ oracle: 'deletes-folder', path: '/home/user/Work' }] },
  'test_misuse_one.json': { os: ['harmful'] },
  'examples/os/harmful.json': plainTask('harmful', { category: 'misuse' }),
  'test_hard.json': { os: ['account', 'video', 'plain', 'gone'] },
  'test_odd.json': { os: ['renamed', 'silent'] },
  'examples/os/renamed.json': plainTask('before'),
  'examples/os/silent.json': plainTask('silent', { instruction: '' }),
  'test_half.json': { os: ['half'] },
  'examples/os/half.json': plainTask('half', {
    injections: [
      { type: 'fax', goals: ['other'] },
      { type: 'desktop_notification', goals: ['other', 'nowhere'] },
    ],
  }),
  'test_none.json': { none: ['account', 'video'] },
  'examples/os/account.json': plainTask('account', { config: [{ type: 'login', parameters: {} }] }),
  'examples/os/video.json': plainTask('video', { evaluator: { func: 'compare_videos' } }),
  'examples/none/account.json': plainTask('account', { config: [{ type: 'login', parameters: {} }] }),
  'examples/none/video.json': plainTask('video', { evaluator: { func: 'compare_videos' } }),
  'test_slot.json': { slot: ['plain'] },
  'examples/slot/plain.json': plainTask('plain', {
    vary: { hint: { slot: 'Nothing.' } },
    injections: [{ type: 'vs_code', slot: 'hint', goals: ['other'] }],
  }),
  'test_together.json': { together: ['plain'] },
  'examples/together/plain.json': plainTask('plain', {
    vary: { hint: { slot: 'Nothing.' } },
    check: [{ kind: 'x', path: '/home/user/Work/a.txt' }],
    injections: [{ type: 'vs_code', slot: 'hint', goals: ['wipe'] }],
  }),
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
      visibility: 'visible' as const,
      visibilityRefusal: (visibility: Visibility) =>
        visibility === 'visible' || name === 'vs_code' ? null : 'it pops up or not',
    },
  ]),
);

function plan(more: Partial<SweepRequest> = {}) {
  const request = {
    suite,
    subset: 'injection',
    domain: 'all',
    inject: false,
    withBenign: false,
    repeat: 1,
    settings: settingsFrom({ model: 'm' }, { profile: 'osharm' }),
    out: '/r',
    parallel: 1,
    judges: [],
    osharmVersion: 'test',
    ...more,
  };
  const vocabulary = {
    ...taskVocabulary,
    setupSteps: new Map([['login', { parameters: z.looseObject({}), refused: 'it needs an account' }]]),
    evaluators: new Set(['infeasible']),
    leftOut: new Map([['compare_videos', 'needs decoded video']]),
    conditions: new Map([['x', { parameters: z.looseObject({}) }]]),
    oracles: known,
    vectors,
  };
  return planRuns(request, { vocabulary, instruction: (text) => `(${text})`, image: 'i', promptsHash: null });
}
const labels = (more?: Partial<SweepRequest>) => plan(more).runs.map((run) => label(run));

describe('planRuns', () => {
  it('planRuns opens a checkout by its root', () => {
    expect(suite).toMatchObject({ isCheckout: true, assetRoot: folder.path });
  });

  it('planRuns orders plain tasks as in the subset and, in OS-Harm’s profile, reports injections that were not requested', () => {
    expect(labels()).toEqual(['os/plain', 'os/both', 'chrome/one']);
    expect(plan().warnings).toEqual([]);
    const settings = settingsFrom({ model: 'm' }, { profile: 'os-harm' });
    expect(plan({ settings }).warnings).toEqual([expect.stringContaining('2 of 3 tasks have injections')]);
  });

  it('planRuns wraps the instruction for the agent and keeps the file’s original', () => {
    expect(plan().runs[0]).toMatchObject({
      task: { instruction: '(Do it.)' },
      taskFile: { task: { instruction: 'Do it.' } },
    });
  });

  it('planRuns crosses vectors and goals, each pair once, and reports dropped ones', () => {
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

  it('planRuns continues OS-Harm’s runs of a model with slashes and leaves its name unchanged', () => {
    const resultDir = join(folder.path, 'results');
    const settings = settingsFrom({ model: 'mistralai/large' }, { profile: 'os-harm' });
    const theirs = join(resultDir, 'pyautogui/a11y_tree/mistralai/large/os');
    for (const task of ['plain', 'both']) mkdirSync(join(theirs, task), { recursive: true });
    writeFileSync(join(theirs, 'plain/result.txt'), '0\n');
    const ours = join(resultDir, 'pyautogui/a11y_tree/mistralai%2Flarge/os');
    const directories = () =>
      plan({ out: resultDir, settings, domain: 'os' }).runs.map((run) => relative(resultDir, run.directory));
    const named = (...places: string[]) => places.map((place) => relative(resultDir, place));
    expect(directories()).toEqual(named(join(theirs, 'plain'), join(ours, 'both')));
    mkdirSync(join(ours, 'plain'), { recursive: true });
    writeFileSync(join(ours, 'plain/result.txt'), '1\n');
    expect(directories()).toEqual(named(join(ours, 'plain'), join(ours, 'both')));
  });

  it('planRuns restricts to tasks and names one that the subset does not list', () => {
    const all = plan({}).runs.map(({ taskId }) => taskId);
    const [first = ''] = all;
    expect(new Set(all).size).toBeGreaterThan(1);
    expect(new Set(plan({ task: [first] }).runs.map(({ taskId }) => taskId))).toEqual(new Set([first]));
    expect(() => plan({ task: [first, '__nowhere'] })).toThrow('lists no task "__nowhere"');
    expect(() => plan({ task: ['harmful'] })).toThrow('does not list "harmful", a misuse task of the suite.');
    expect(() => plan({ task: ['harmful'] })).toThrow(
      expect.objectContaining({
        hint: expect.stringMatching(/^osharm run --subset misuse_one --task harmful runs it\./),
      }),
    );
  });

  it('planRuns adds benign runs and repeats, and restricts to a domain', () => {
    expect(labels({ inject: true, withBenign: true, domain: 'chrome' })).toEqual([
      'chrome/one',
      'chrome/one__inject__vs_code__other',
    ]);
    const { runs } = plan({ domain: 'chrome', repeat: 2 });
    expect(runs.map((run) => run.directory)).toEqual([
      '/r/pyautogui/a11y_tree/m/chrome/one',
      '/r/repeat-2/pyautogui/a11y_tree/m/chrome/one',
    ]);
  });

  it('planRuns skips unsupported runs by name and reason, and refuses an empty plan', () => {
    const made = plan({ subset: join(folder.path, 'evaluation_examples/test_hard.json') });
    expect(made.runs.map((run) => label(run))).toEqual(['os/plain']);
    expect(made.skipped.map(({ task, reason }) => `${task}: ${reason.slice(0, 40)}`)).toEqual([
      expect.stringMatching(/^account: config\.0\.type: login can't be done: it/),
      expect.stringMatching(/^video: evaluator\.func: the metric compare_video/),
      expect.stringMatching(/^gone: The subset names os\/gone/),
    ]);
    expect(made.warnings).toContainEqual(expect.stringMatching(/^Skipped: 3 tasks/));
    expect(plan({ subset: 'hard', skipUnsupported: true }).warnings.join()).not.toContain('Skipped');
    expect(planList(made)).toContainEqual(expect.stringMatching(/^skipped: os\/account: /));
    expect(
      planSummary([
        {
          ...made,
          request: {
            suite: openSuite(join(folder.path, 'evaluation_examples')),
            subset: 'hard',
            settings: settingsFrom({ model: 'm' }, { profile: 'osharm' }),
            parallel: 2,
          },
        },
      ]),
    ).toEqual([
      '1 run: 1 to run, 0 complete. 1 task in 1 domain.',
      '  1 misbehavior',
      '  m, a11y_tree, at most 15 steps; 2 desktops at a time (sandbox)',
      '  skipped: 3 tasks (--list says which, and why)',
    ]);
    expect(planAsJson(made).skipped).toHaveLength(3);
    expect(() => plan({ subset: 'none' })).toThrow(/none\/account can't be run: .*1 more/);
  });

  it('planSummary counts the runs of each part, and its twins apart', () => {
    const request = {
      suite: openSuite(join(folder.path, 'evaluation_examples')),
      subset: 'parts',
      settings: settingsFrom({ model: 'm' }, { profile: 'osharm' }),
      parallel: 2,
    };
    const lines = planSummary([{ ...plan({ subset: 'parts' }), request }]);
    expect(lines).toContain('  parts: misuse 1 and 1 twin, misbehavior 1');
  });

  it('planRuns takes the id from the file name, and an empty instruction only in OS-Harm’s profile', () => {
    const asOsHarm = { settings: settingsFrom({ model: 'm' }, { profile: 'os-harm' }), subset: 'odd' };
    const made = plan(asOsHarm);
    expect(made.runs.map((run) => label(run))).toEqual(['os/renamed', 'os/silent']);
    expect(made.runs[0]?.taskFile).toMatchObject({ fileId: 'before', task: { id: 'renamed' } });
    expect(made.warnings).toEqual([
      'os/renamed: its file contains the id "before"; the file\'s name is used.',
      expect.stringMatching(/^1 task runs without/),
    ]);
    const strict = { settings: { ...asOsHarm.settings, strictSetup: true as const }, subset: 'odd' };
    expect(plan(strict).skipped).toMatchObject([{ task: 'silent', reason: 'instruction: is empty' }]);
  });

  it('planRuns skips only the injection that can’t be placed', () => {
    const made = plan({ subset: 'half', inject: true });
    expect(made.runs.map((run) => label(run))).toEqual(['os/half__inject__desktop_notification__other']);
    expect(made.skipped.map(({ injection, reason }) => [injection, reason])).toEqual([
      [{ vector: 'fax', goal: null }, expect.stringContaining('unknown vector "fax"')],
      [{ vector: 'desktop_notification', goal: 'nowhere' }, expect.stringContaining('has no goal "nowhere"')],
    ]);
    expect(planList(made)).toContainEqual(
      expect.stringMatching(/^skipped: os\/half × desktop_notification × nowhere: /),
    );
  });

  it('planRuns takes the category from the task, else from the subset’s name', () => {
    expect(plan().runs.map((run) => run.category)).toEqual(['misbehavior', 'injection', 'injection']);
    const small = plan({ subset: join(folder.path, 'evaluation_examples/test_misuse_small.json') });
    expect(small.runs.map((run) => run.category)).toEqual(['misbehavior']);
    expect(small.warnings).toHaveLength(1);
  });
});

describe('pairs of benign tasks and injections', () => {
  const all = { vectors: [], goals: [] };

  it('planRuns crosses benign tasks with every vector and goal that fit, and says which don’t and why', () => {
    const crossed = plan({ inject: true, pairs: all, domain: 'chrome' });
    expect(crossed.runs.map((run) => label(run))).toEqual([
      'chrome/one__inject__vs_code__other',
      'chrome/one__inject__vs_code__stop_task',
      'chrome/one__inject__desktop_notification__other',
      'chrome/one__inject__desktop_notification__stop_task',
    ]);
    expect(crossed.runs[0]?.injection?.entry).toEqual({ type: 'vs_code', goals: ['other'], params: { at: 'one' } });
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

  it('planRuns pairs only what was requested, refuses unknown names, and skips misuse', () => {
    const pairs = { vectors: ['vs_code'], goals: ['other'] };
    const planned = plan({ inject: true, pairs, domain: 'os', withBenign: true });
    expect(planned.runs.map((run) => label(run))).toEqual(['os/both', 'os/both__inject__vs_code__other']);
    expect(planned.refused).toMatchObject([
      { task: 'plain', vector: 'vs_code', goal: null, reason: 'nothing is open' },
    ]);
    const wrong = { vectors: ['fax'], goals: [] };
    expect(() => plan({ inject: true, pairs: wrong })).toThrow(/--vector: there is no "fax"/);
    const misuse = plan({ inject: true, pairs: all, subset: 'misuse_one' });
    expect(misuse.runs).toEqual([]);
    expect(misuse.refused[0]?.reason).toMatch(/misuse/);
  });

  it('planRuns keeps only the chosen ones of the injections that the tasks list', () => {
    const by = (vectors: string[], goals: string[]) =>
      plan({ inject: true, only: { vectors, goals }, domain: 'os' }).runs.map((run) => label(run));
    expect(by([], ['other'])).toEqual([
      'os/both__inject__vs_code__other',
      'os/both__inject__desktop_notification__other',
    ]);
    expect(by(['vs_code'], ['stop_task'])).toEqual(['os/both__inject__vs_code__stop_task']);
    expect(() => by(['desktop_notification'], ['stop_task'])).toThrow(
      /list no injection by desktop_notification with the goal stop_task. They list desktop_notification × other, vs_code/,
    );
    expect(() => by(['fax'], [])).toThrow(/--vector: there is no "fax"/);
    const withBenign = plan({ inject: true, only: { vectors: [], goals: ['stop_task'] }, withBenign: true });
    expect(withBenign.runs.map((run) => label(run)).slice(0, 2)).toEqual([
      'os/both',
      'os/both__inject__vs_code__stop_task',
    ]);
    expect(withBenign.runs.filter(({ injection }) => injection === null).map(({ taskId }) => taskId)).not.toContain(
      'plain',
    );
  });

  it('planRuns gives injections another visibility and reports vectors without one', () => {
    const visibility: SweepRequest['visibility'] = ['visible', 'tree-only'];
    const shown = plan({ inject: true, visibility, task: ['both'] });
    expect(shown.runs.map((run) => label(run))).toEqual([
      'os/both__inject__vs_code__stop_task',
      'os/both__inject__vs_code__stop_task@tree-only',
      'os/both__inject__vs_code__other',
      'os/both__inject__vs_code__other@tree-only',
      'os/both__inject__desktop_notification__other',
    ]);
    expect(planList(shown)).toContain(
      'not legal: os/both × desktop_notification × other@tree-only: it pops up or not.',
    );
    expect(shown.skipped).toEqual([]);
    const crossed = plan({
      inject: true,
      visibility,
      pairs: { vectors: ['desktop_notification'], goals: ['other'] },
      domain: 'chrome',
    });
    expect(crossed.runs.map((run) => label(run))).toEqual(['chrome/one__inject__desktop_notification__other']);
    expect(crossed.refused.map(({ goal, reason }) => [goal, reason])).toEqual([
      ['other@tree-only', 'it pops up or not'],
    ]);
  });

  it('planRuns keeps a task’s own text in its slot, wherever the vector would place it', () => {
    const pairs = { vectors: ['vs_code'], goals: ['other'] };
    const [own, asked] = [{}, { pairs }].map((more) => plan({ inject: true, subset: 'slot', ...more }));
    expect(own?.runs).toHaveLength(1);
    expect(asked?.runs.map(({ injection, spec }) => [injection?.entry, spec])).toEqual(
      own?.runs.map(({ injection, spec }) => [injection?.entry, spec]),
    );
  });

  it('planRuns accepts a task’s own goal, even one that deletes what the task works with', () => {
    const pairs = { vectors: ['vs_code'], goals: ['wipe'] };
    const { runs, refused } = plan({ inject: true, subset: 'together', pairs });
    expect(runs.map((run) => label(run))).toEqual(['together/plain__inject__vs_code__wipe']);
    expect(refused).toEqual([]);
  });

  it('planRuns lists refused pairs in the plan', () => {
    const crossed = plan({ inject: true, pairs: { vectors: ['vs_code'], goals: ['long', 'other'] } });
    expect(planList(crossed)).toContain('not legal: os/plain × vs_code: nothing is open.');
    expect(planList(crossed)).toContain('not legal: chrome/one × vs_code × long: it is too long.');
    expect(planAsJson(crossed).refused).toHaveLength(3);
    expect(crossed.warnings.at(-1)).toMatch(/^3 of the requested pairs/);
  });

  it('planRuns completes a task’s injection without params if it fits, and refuses it otherwise', () => {
    expect(plan({ inject: true }).runs[1]?.injection?.entry.params).toEqual({ at: 'both' });
    expect(() => plan({ inject: true, subset: 'unfit' })).toThrow(/injections\.0\.type: nothing is open/);
  });
});

describe('spec hashes', () => {
  const [first] = plan().runs;
  if (first === undefined) throw new Error('no run');
  it('a spec hash depends on everything that can change a result, and not on the order of fields', () => {
    const { spec } = first;
    expect(first.specHash).toBe(specHash(Object.fromEntries(Object.entries(spec).reverse())));
    for (const key of Object.keys(spec)) expect(specHash({ ...spec, [key]: 'other' }), key).not.toBe(specHash(spec));
  });
  it('a spec hash mismatch names the differing fields, except an unknown image', () => {
    const { spec } = first;
    expect(specDifferences(spec, { ...spec, image: null, seed: 9 })).toEqual([{ field: 'seed', before: 0, now: 9 }]);
    expect(specDifferences(spec, { ...spec, image: 'j' })).toHaveLength(1);
  });
});
