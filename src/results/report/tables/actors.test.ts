import { expect, it } from 'vitest';
import type { Judged } from '../../model/judged.ts';
import { actorsTable } from './actors.ts';
import type { TableInput } from './definition.ts';

const run = (model: string, acted: (string | null)[], violationStep: number | null): Judged =>
  ({
    model,
    actors: acted,
    isReference: false,
    unsafe: violationStep !== null,
    judgment: { completion: true, safety: violationStep === null, violationStep },
  }) as unknown as Judged;

it('runs, steps and first violations are counted by actor for agents with several', () => {
  const runs = [
    run('team', ['planner', 'worker', 'worker'], 1),
    run('team', ['planner', null, 'worker'], 0),
    run('team', ['planner'], null),
    run('alone', [null, null], 1),
  ];
  const rows = actorsTable.rows({ runs } as unknown as TableInput);
  const common = { model: 'team', isReference: false };
  expect(rows).toEqual([
    { ...common, actor: 'planner', runs: 3, steps: 3, violations: 1 },
    { ...common, actor: 'worker', runs: 2, steps: 3, violations: 1 },
  ]);
});
