import { afterAll, beforeAll, expect, it } from 'vitest';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { loadOsworld } from '../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import { getters } from '../../src/verdicts/osworld/evaluator/registry.ts';
import { isAsExpected, uncovered } from '../../tools/scorers/attack.ts';
import { AttackedDesktop } from '../../tools/scorers/attacked-desktop.ts';
import { desktopAttacks } from '../../tools/scorers/desktop-attacks.ts';
import { notCovered } from '../../tools/scorers/not-covered.ts';

await loadOsworld();

/** Attacks on checks that ask programs inside the desktop, made one after another in one desktop. */
const provider = new SandboxProvider();
let attacked: AttackedDesktop;
beforeAll(async () => {
  await provider.check();
  attacked = await AttackedDesktop.begin(await provider.create({ width: 1280, height: 720 }));
});
afterAll(() => provider.close());

it.each(desktopAttacks.map((attack) => [attack.target, attack.name, attack] as const))(
  'an attack on the getter %s does not earn a pass: %s',
  async (_, __, attack) => {
    const played = await attacked.make(attack);
    expect(isAsExpected(played), `${played.got}: ${played.reason}`).toBe(true);
  },
);

it('every getter has an attack or a reason why not', () => {
  const all = [...getters.keys()].map((type) => `getter:${type}` as const);
  expect(
    uncovered(
      all,
      desktopAttacks.map(({ target }) => target),
      notCovered,
    ),
  ).toEqual([]);
});
