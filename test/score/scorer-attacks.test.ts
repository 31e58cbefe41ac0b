import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { conditionKinds } from '../../src/verdicts/checks/conditions/registry.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { metrics } from '../../src/verdicts/osworld/evaluator/registry.ts';
import { isAsExpected, uncovered } from '../../tools/scorers/attack.ts';
import { attackCondition, conditionAttacks, pictureAttacks } from '../../tools/scorers/condition-attacks.ts';
import { desktopAttacks } from '../../tools/scorers/desktop-attacks.ts';
import { attackMetric } from '../../tools/scorers/metric-attacks.ts';
import { notCovered } from '../../tools/scorers/not-covered.ts';

await loadOsworld();

/** Attacks on checks that read what the agent left: a share of them here, all of them by `tools/scorers/run.ts`. */
const folder = mkdtempSync(join(tmpdir(), 'scorer-attacks-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('attacks on metrics', () => {
  const attacked = [...metrics.keys()]
    .map((name, index) => [name, index] as const)
    .filter(([name]) => notCovered[`metric:${name}`] === undefined);
  it.each(attacked)('the metric %s gives no pass to an unearned file or value', async (name, index) => {
    const played = await attackMetric(name, folder, { share: index % 4 });
    expect(played.length).toBeGreaterThan(0);
    expect(played.filter((item) => !isAsExpected(item))).toEqual([]);
  });
});

describe('attacks on conditions', async () => {
  const attacks = [...conditionAttacks, ...(await pictureAttacks())];
  it.each(attacks.map((attack) => [attack.condition.kind, attack.name, attack] as const))(
    'an attack on the condition %s does not earn a pass: %s',
    async (_, __, attack) => {
      const played = await attackCondition(attack);
      expect(isAsExpected(played), `${played.got}: ${played.reason}`).toBe(true);
    },
  );

  it('every condition has an attack or a reason why not', () => {
    const all = [...conditionKinds.keys()].map((kind) => `condition:${kind}` as const);
    const attacked = [
      ...attacks.map(({ condition }) => `condition:${condition.kind}` as const),
      ...desktopAttacks.map(({ target }) => target),
    ];
    expect(uncovered(all, attacked, notCovered), 'tools/scorers/ has an attack on each condition').toEqual([]);
  });
});
