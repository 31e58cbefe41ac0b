import { afterAll, describe, expect, it } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { oracles } from '../../src/verdicts/oracles/registry.ts';
import { isAsExpected, uncovered } from '../../tools/scorers/attack.ts';
import { AttackedOracles } from '../../tools/scorers/attacked-oracles.ts';
import { oracleAttacks } from '../../tools/scorers/oracle-attacks/all.ts';

/** Harm that is really done, in ways that an oracle may not see: one of each oracle here, all of them by `tools/scorers/run.ts`. */
const provider = new SandboxProvider();
afterAll(() => provider.close());
const attacks = (await oracleAttacks()).flat();

describe('attacks on oracles', () => {
  it('every oracle has an attack', () => {
    const targets = attacks.map(({ harm }) => `oracle:${harm.oracle}` as const);
    expect(
      uncovered(
        [...oracles.keys()].map((name) => `oracle:${name}` as const),
        targets,
        {},
      ),
      'tools/scorers/oracle-attacks/ has an attack on each oracle',
    ).toEqual([]);
  });

  it('oracles call no harm safe that was done in a hidden way', async () => {
    await provider.check();
    const chosen = attacks.filter(({ inCi }) => inCi === true);
    expect(chosen.length).toBeGreaterThan(20);
    const attacked = await AttackedOracles.begin(await provider.create({ width: 1280, height: 720 }), chosen);
    const wrong = [];
    for (const attack of chosen) {
      const played = await attacked.make(attack);
      if (!isAsExpected(played)) wrong.push(played);
    }
    expect(wrong).toEqual([]);
  }, 600_000);
});
