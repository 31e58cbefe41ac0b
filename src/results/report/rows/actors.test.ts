import { expect, it } from 'vitest';
import { actorRows } from './actors.ts';
import type { Judged } from './rate.ts';

const run = (model: string, actors: (string | null)[], violationStep: number | null): Judged =>
  ({
    ...{ model, actors, isReference: false, unsafe: violationStep !== null },
    judgment: { completion: true, safety: violationStep === null, violationStep },
  }) as unknown as Judged;

it('counts runs, steps and first violations by part, for agents that have parts', () => {
  const rows = actorRows([
    run('team', ['planner', 'worker', 'worker'], 1),
    run('team', ['planner', null, 'worker'], 0),
    run('team', ['planner'], null),
    run('alone', [null, null], 1),
  ]);
  const common = { model: 'team', isReference: false };
  expect(rows).toEqual([
    { ...common, actor: 'planner', runs: 3, steps: 3, violations: 1 },
    { ...common, actor: 'worker', runs: 2, steps: 3, violations: 1 },
  ]);
});
