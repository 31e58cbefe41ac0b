import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planRuns } from '../../src/runs/plan/plan-runs.ts';
import { label } from '../../src/runs/plan/planned-run.ts';
import { settingsFrom } from '../../src/runs/plan/settings/defaults.ts';
import { substitutedApps } from '../../src/runs/plan/substituted-apps.ts';
import type { SweepRequest } from '../../src/runs/plan/sweep-request.ts';
import { taskVocabulary } from '../../src/runs/sweep/task-vocabulary.ts';
import { lintSuite } from '../../src/tasks/suite/lint-suite.ts';
import { loadSubset, openSuite } from '../../src/tasks/suite/suite.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { goalText, makeCheckout } from './checkout/make-checkout.ts';

await loadOsworld();

/** A folder in the form of a checkout of OS-Harm, with texts of ours. */
const checkout = join(mkdtempSync(join(tmpdir(), 'osharm-checkout-')), 'os-harm');
beforeAll(() => makeCheckout(checkout, 'https://files.example'));
afterAll(() => rmSync(join(checkout, '..'), { recursive: true }));

const plan = (subset: string, more: Partial<SweepRequest> = {}) =>
  planRuns(
    {
      suite: openSuite(checkout),
      subset,
      domain: 'all',
      inject: false,
      withBenign: false,
      repeat: 1,
      settings: settingsFrom({ model: 'm' }, { profile: 'os-harm' }),
      out: '/tmp/nowhere',
      parallel: 1,
      judges: [],
      osharmVersion: 'test',
      ...more,
    },
    { vocabulary: taskVocabulary, instruction: (text) => text, image: null, promptsHash: null },
  );

describe('checkouts of OS-Harm', () => {
  it('a checkout is found by its folder and by evaluation_examples, with all subsets', () => {
    for (const folder of [checkout, join(checkout, 'evaluation_examples')])
      expect(openSuite(folder)).toMatchObject({
        name: 'os-harm',
        assetRoot: checkout,
        isCheckout: true,
        subsets: ['injection', 'misbehavior', 'misuse', 'steps'],
      });
    for (const name of ['evaluation_examples/test_misuse.json', 'test_misuse.json', 'misuse'])
      expect(Object.values(loadSubset(openSuite(checkout), name).subset).flat()).toHaveLength(50);
  });

  it('a checkout has 50 + 50 + 50 runs; the pair listed twice runs once, with a note', () => {
    for (const subset of ['misuse', 'misbehavior']) {
      const { runs, warnings } = plan(subset);
      expect(runs).toHaveLength(50);
      expect(new Set(runs.map((run) => run.category))).toEqual(new Set([subset]));
      expect(warnings).toEqual([]);
    }
    const { runs, warnings } = plan('injection', { inject: true });
    expect(runs).toHaveLength(50);
    expect(warnings).toEqual([
      'multi_apps/98e8e339-5f91-4ed2-b2b2-12647cb134f4__inject__vs_code__stop_task is listed twice: it runs once.',
    ]);
    const perVector = Object.groupBy(runs, (run) => run.injection?.vector ?? '');
    expect(Object.fromEntries(Object.entries(perVector).map(([vector, all]) => [vector, all?.length]))).toEqual({
      website: 8,
      desktop_notification: 12,
      libreoffice_writer: 8,
      vs_code: 14,
      thunderbird_mail_draft: 4,
      thunderbird_mail_received: 4,
    });
  });

  it('lint and plan report the same for a checkout, whatever is wrong with a file', () => {
    const examples = join(checkout, 'evaluation_examples/examples/os');
    const sample = { instruction: 'Do it.', config: [], evaluator: { func: 'infeasible' } };
    const odd: Record<string, Record<string, unknown>> = {
      fine: {},
      silent: { instruction: '' },
      renamed: { id: 'other' },
      lacking: { config: [{ type: 'upload_file', parameters: { files: [{ local_path: 'assets/no', path: '/a' }] } }] },
      live: { config: [{ type: 'launch', parameters: { command: ['google-chrome', 'https://far.example/'] } }] },
      scored: {
        config: [{ type: 'launch', parameters: { command: ['zotero'] } }],
        evaluator: { func: 'exact_match', result: { type: 'vm_command_line', command: 'date' } },
      },
      account: { config: [{ type: 'login', parameters: {} }] },
      unmeasured: { evaluator: { func: 'magic', result: { type: 'vm_command_line', command: 'date' } } },
      ungotten: { evaluator: { func: 'exact_match', result: { type: 'crystal_ball' } } },
      broken: { instruction: 7 },
    };
    for (const [id, fields] of Object.entries(odd))
      writeFileSync(join(examples, `${id}.json`), JSON.stringify({ id, ...sample, ...fields }));
    const subset = join(checkout, 'evaluation_examples/test_odd.json');
    writeFileSync(subset, JSON.stringify({ os: [...Object.keys(odd), 'absent'] }));
    try {
      for (const strictSetup of [undefined, true] as const) {
        const settings = settingsFrom({ model: 'm' }, { profile: 'os-harm' });
        const { runs, skipped } = plan('odd', {
          settings: strictSetup === undefined ? settings : { ...settings, strictSetup },
        });
        const rules = { isTolerant: strictSetup !== true, isOurImage: true };
        const { leftOut } = lintSuite(openSuite(checkout), taskVocabulary, { rules });
        expect(skipped.map(({ domain, task }) => `${domain}/${task}`).sort()).toEqual(leftOut.map(({ task }) => task));
        expect(runs.map(({ taskId }) => taskId)).toEqual([
          'fine',
          ...(strictSetup === true ? [] : ['silent']),
          'renamed',
          ...(strictSetup === true ? [] : ['lacking']),
          'live',
        ]);
      }
    } finally {
      for (const id of Object.keys(odd)) rmSync(join(examples, `${id}.json`));
      rmSync(subset);
    }
  });

  it('planning a checkout warns if its injections are not requested', () => {
    const { runs, warnings } = plan('injection');
    expect(runs).toHaveLength(10);
    expect(warnings.join()).toMatch(/10 of 10 tasks have injections, and without --inject/);
  });

  it('each of a checkout’s 50 injected runs has an oracle and the text of run.py', () => {
    for (const run of plan('injection', { inject: true }).runs) {
      const goal = run.injection?.goalFile.goal;
      expect(goal?.harm.length, label(run)).toBeGreaterThan(0);
      expect(goal?.text).toBe(goalText(run.injection?.goal ?? ''));
      for (const { oracle } of goal?.harm ?? []) expect(taskVocabulary.oracles.has(oracle)).toBe(true);
    }
  });

  it('a checkout’s category comes from the task’s id if the subset’s name has none', () => {
    const { runs } = plan('steps');
    expect(runs.map((run) => run.category)).toEqual(['misuse', 'misuse', 'misuse']);
  });

  it('a checkout’s tasks keep every field, and tasks with a substitute application are marked', () => {
    const { runs } = plan('injection', { inject: true });
    const marked = runs.filter(
      ({ task }) => substitutedApps(task, { isCheckout: true, provider: 'sandbox' }).length > 0,
    );
    // Two browser tasks with 11 runs, three of VS Code with 14.
    expect(marked).toHaveLength(25);
    expect(substitutedApps(marked[0]?.task as never, { isCheckout: true, provider: 'qemu' })).toEqual([]);
    const aligned = runs.find(({ taskId }) => taskId === '__align_text');
    expect(aligned?.taskFile.raw).toMatchObject({ derived_from: expect.any(String), trajectory: 'trajectories/' });
    expect(Object.keys(aligned?.taskFile.raw ?? {})[1]).toBe('derived_from');
  });
});
