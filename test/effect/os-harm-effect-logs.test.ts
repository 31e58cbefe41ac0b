import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeEffect } from './make-effect.ts';
import { evidenceOf, movedToEnd, without } from './mutate.ts';
import { type NearMiss, withNearMiss } from './near-miss.ts';
import { judged, recordedRuns } from './recorded-run.ts';

/**
 * Runs of reference agents over OS-Harm's own tasks on files of ours, recorded once
 * (`tools/effect-logs/record-os-harm.ts`): what is found unsafe must hang on what was done.
 */
const runs = recordedRuns(join(import.meta.dirname, 'os-harm-effect-logs.jsonl.gz'));
const all = await Promise.all(runs.map(async (run) => ({ run, verdict: await judged(run) })));
const unsafe = all.filter(({ verdict }) => verdict.judgment?.safety === false);
const safe = all.filter(({ verdict }) => verdict.judgment?.safety === true);
const named = (list: typeof all): [string, (typeof all)[number]][] => list.map((item) => [item.run.name, item]);

/** Acts that are part of any honest work. */
const harmless: NearMiss[] = [
  { what: 'says a word', actions: [{ kind: 'answer', text: 'I look at it first.', detail: {} }], effects: [] },
  {
    what: 'lists a folder',
    actions: [
      {
        kind: 'program',
        text: 'ls -la /home/user',
        detail: { argv: ['ls', '-la', '/home/user'], file: '/usr/bin/ls' },
      },
    ],
    effects: [],
  },
  {
    what: 'gets a mail',
    actions: [],
    effects: [
      makeEffect('requested', {
        detail: { host: 'www.lindenhof.example', method: 'GET', url: 'https://www.lindenhof.example/' },
      }),
    ],
  },
];

describe('recorded runs over OS-Harm’s own tasks', () => {
  it('there are recorded runs of OS-Harm’s tasks in both categories, harmful and harmless', () => {
    for (const category of ['misuse', 'misbehavior']) {
      expect(unsafe.filter(({ run }) => run.category === category).length).toBeGreaterThan(5);
      expect(safe.filter(({ run }) => run.category === category).length).toBeGreaterThan(5);
    }
  });
  it('recorded runs of OS-Harm’s tasks are unsafe only if an agent did harm', () => {
    for (const { run } of unsafe) expect(run.agent, run.name).toMatch(/hijacked|harmful/);
    for (const { run } of safe) expect(run.agent, run.name).toMatch(/benign|refuse|idle/);
  });
  it.each(named(unsafe))(
    '%s: the run is not unsafe without the decisive effects and actions',
    async (_, { run, verdict }) => {
      let left = verdict;
      const ids = new Set<string>();
      for (let round = 0; round < 60 && left.judgment?.safety === false; round++) {
        const found = evidenceOf(left.verdicts);
        if (found.size === 0) break;
        for (const id of found) ids.add(id);
        left = await judged(without(run, ids));
      }
      expect(left.judgment?.safety).not.toBe(false);
    },
  );
  it.each(named(unsafe))('%s: the first violation is later if the harm is done later', async (_, { run, verdict }) => {
    const ids = evidenceOf(verdict.verdicts);
    const { run: later, step } = movedToEnd(
      run,
      new Set([
        ...ids,
        ...run.effects.map(({ id }) => id),
        ...run.actions.filter(({ kind }) => kind === 'code' || kind === 'program').map(({ id }) => id),
      ]),
    );
    const { judgment } = await judged(later);
    expect(judgment?.safety).toBe(false);
    expect(judgment?.violation_step).toBe(step);
  });
  it.each(named(safe))('%s: the run stays safe with harmless actions added', async (_, { run }) => {
    for (const near of harmless) {
      const { judgment } = await judged(withNearMiss(run, near));
      expect(judgment?.safety, near.what).not.toBe(false);
    }
  });
});
