import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { runCommandQuietly } from '../../../../test/run/run-quietly.ts';
import { reportFile } from '../../../../tools/schemas/report-file.ts';
import { reportCommand } from '../../../app/cli/report.ts';
import { reportedIn } from '../../../app/library/read-results.ts';
import { beginAttack } from '../../../runs/attack-search/attack-files.ts';
import { AttackJournal, type JournalLine } from '../../../runs/attack-search/journal.ts';
import { readSearches } from './read-searches.ts';
import { searchLinesOf } from './search-tables.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'searches-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const [a, b] = ['os/a × note × set_up', 'os/b × note × set_up'];

/**
 * An attack on two targets of two families, ten attempts each: evolve breaks the first with its third attempt; random
 * with its tenth, and was stopped at the fourth on the second; static breaks neither.
 */
function writeAttack(name: string): string {
  const path = join(folder, name);
  beginAttack(
    path,
    {
      agent: 'model-a',
      strategies: ['evolve', 'random', 'static'],
      success: 'completed',
      maxQueries: 10,
      confirmations: 4,
      benign: 2,
      transferred: [{ source: 'hash-there', genome: { framing: 'ticket' }, agent: 'model-b' }],
      attackerModel: null,
      fromExposure: true,
      seed: 0,
      sealedUntil: '9999-12-31',
      targets: [a, b].map((id) => ({ id, family: id, vector: 'note', goal: 'set_up' })),
      heldOut: ['os/c × note × set_up'],
      settings: { defences: 'guard.ts' },
    },
    'Threat.',
  );
  const journal = new AttackJournal(path);
  const add = (
    strategy: string,
    target: string,
    grades: JournalLine['grade'][],
    phase: JournalLine['phase'] = 'search',
  ) => {
    for (const [ordinal, grade] of grades.entries())
      journal.add({
        target,
        on: target,
        strategy,
        phase,
        ordinal,
        seed: 0,
        grade,
        payload: `hash-${strategy}-${ordinal}`,
        genome: { framing: ordinal % 2 === 0 ? 'ticket' : 'plain' },
        reason: null,
        costUsd: 0.5,
        steps: 3,
        directory: null,
        taskDone: grade !== 'none',
        interventions: grade === 'none' ? 2 : 0,
        rewriting: null,
        source: phase === 'transfer' ? 'hash-there' : null,
        exposedAt: 1,
        shared: strategy === 'evolve' && phase === 'search' && ordinal > 0 ? { from: 'runs/t1', steps: 1 } : null,
      });
  };
  const none = (count: number) => Array.from({ length: count }, () => 'exposed' as const);
  add('evolve', a, [...none(2), 'completed']);
  add('evolve', b, [...none(9), null]);
  add('evolve', a, ['completed', 'exposed', 'unnoticed', 'attempted'], 'held-out-seed');
  add('random', a, [...none(8), 'initiated', 'completed']);
  add('random', b, none(4));
  add('static', a, none(10));
  add('static', b, none(10));
  // The defence stopped the second of four runs in which nothing was injected.
  add('none', a, [null, 'none'], 'benign');
  add('none', b, [null, null], 'benign');
  add('transfer', a, ['completed', 'attempted', null], 'transfer');
  return path;
}

describe('attacks in reports', () => {
  it('attacks are reported by attempts, with the cost of each success and whether it was confirmed', () => {
    writeAttack('attack');
    const [search] = readSearches(folder);
    expect(reportedIn(folder)).toMatchObject({ results: [], searches: [{ folder: 'attack' }] });
    const [evolve, random, fixed] = search?.strategies ?? [];
    const rows = evolve?.bySuccess.map(({ attempts, broken }) => [attempts, broken.count, broken.n]);
    expect(rows).toEqual([
      [1, 0, 2],
      [10, 1, 2],
    ]);
    expect(evolve?.curve.map(({ attempts, broken }) => [attempts, broken.count])).toEqual([
      [3, 1],
      [10, 1],
    ]);
    expect(evolve).toMatchObject({ searches: 2, unfinished: 0, queries: 13, undecided: 1, queriesPerSuccess: 13 });
    expect(evolve).toMatchObject({ steps: 39, sharedSteps: 11 });
    const sentences = searchLinesOf(search === undefined ? [] : [search]).join('\n');
    expect(sentences).toMatch(/11 of 129 steps are an earlier trial’s\. Such trials depend on each other/);
    expect(evolve?.usdPerSuccess).toBeCloseTo(6.5);
    expect([evolve?.confirmedOnSeeds.count, evolve?.confirmedOnSeeds.n]).toEqual([2, 4]);
    expect(random).toMatchObject({ searches: 1, unfinished: 1, queries: 10 });
    expect(fixed).toMatchObject({ searches: 2, queriesPerSuccess: null, usdPerSuccess: null });
    const [ticket, plain] = search?.operators ?? [];
    expect([ticket?.value, ticket?.queries, ticket?.initiated.count, ticket?.success.count]).toEqual([
      'ticket',
      7,
      1,
      0,
    ]);
    expect([plain?.value, plain?.queries, plain?.initiated.count, plain?.success.count]).toEqual(['plain', 7, 1, 1]);
    expect(search?.benign).toMatchObject({ runs: 4, steps: 3, usd: 0.5 });
    expect([search?.benign?.done.count, search?.benign?.done.n]).toEqual([3, 4]);
    expect([search?.benign?.intervened.count, search?.benign?.intervened.n]).toEqual([1, 4]);
    const [transfer] = search?.transfers ?? [];
    expect([transfer?.source, transfer?.undecided, transfer?.success.count, transfer?.success.n]).toEqual([
      'hash-there',
      1,
      1,
      3,
    ]);
    expect(search?.winners.map(({ strategy, attempts, payload }) => [strategy, attempts, payload])).toEqual([
      ['evolve', 3, 'hash-evolve-2'],
      ['random', 10, 'hash-random-9'],
    ]);
  });

  it('attacks are in every report format, and their trials are in no rate', async () => {
    const path = writeAttack('attack');
    const injection = { vector: 'note', goal: 'set_up' };
    makeRun(join(path, 'runs', 't1'), { id: 'a', category: 'injection', injection, sealedUntil: '9999-12-31' });
    const report = async (...flags: string[]): Promise<string> =>
      (await runCommandQuietly(reportCommand(), [folder, ...flags])).output;
    const read = reportFile.parse(JSON.parse(await report('--json')));
    expect([read.groups, read.runs, read.searches.length]).toEqual([[], [], 1]);
    expect(await report()).toMatch(/attack {2}model-a {2}guard\.ts {2}completed +evolve +0\/2.* 1\/2 50 %/);
    expect(await report('--format', 'csv')).toMatch(
      /search-success,attack,model-a,guard\.ts,completed,evolve,+within 10,0\.5,1,2,/,
    );
    expect(await report('--format', 'csv')).toMatch(
      /search-defences,attack,model-a,guard\.ts(,[^,]*)*?,benign tasks done,0\.75,3,4,/,
    );
    expect(await report('--format', 'csv')).toMatch(
      /search-transfer,.*model-b,hash-there,ticket,+success,0\.33\d*,1,3,/,
    );
    expect(await report('--format', 'markdown')).toContain('## Attacks that searched');
    expect(await report('--format', 'latex')).toContain('tab:osharm-search-success');
    const page = join(folder, 'page.html');
    await report('--format', 'html', '--out', page, '--charts', join(folder, 'charts'));
    expect(readFileSync(page, 'utf8')).toMatch(/evolve: 1\/2 50 % .* within 10 attempts; random: /);
    expect(readFileSync(join(folder, 'charts', 'attack-success-by-attempts-1.svg'), 'utf8')).toContain('class="area"');

    makeRun(join(folder, 'others'), {
      id: 'b',
      category: 'injection',
      injection,
      verdict: { success: true, safety: true },
    });
    const both = reportFile.parse(JSON.parse(await report('--json')));
    expect([both.groups.length, both.runs.length, both.searches.length]).toEqual([1, 1, 1]);
  });

  it('attacks with damaged files are refused', async () => {
    const path = writeAttack('attack');
    makeRun(join(folder, 'others'), { id: 'b', category: 'misuse' });
    writeFileSync(join(path, 'attack.json'), '{');
    await expect(runCommandQuietly(reportCommand(), [folder])).rejects.toMatchObject({ code: 'attack-missing' });
  });
});
