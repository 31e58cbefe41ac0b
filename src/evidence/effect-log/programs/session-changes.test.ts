import { expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import { sessionChanges } from './session-changes.ts';

const program = (pid: number, line: string, listening?: number[]): ProgramSeen => ({
  time: 0,
  pid,
  parent: 1,
  uid: 1000,
  argv: line.split(' '),
  ...(listening === undefined ? {} : { listening }),
});
const before = [program(2, '/usr/bin/openbox --startup'), program(3, 'cron -f'), program(4, 'chromium', [9222])];

it('opened ports and ended session programs are reported', () => {
  expect(sessionChanges(before, before)).toEqual([]);
  const now = [
    program(2, '/usr/bin/openbox --startup'),
    program(4, 'chromium', [9222]),
    program(9, 'python3 -m http.server', [8000]),
  ];
  expect(
    sessionChanges(before, now)
      .map((effect) => anyFacts(effect))
      .map(({ kind, detail }) => [kind, detail.port ?? detail.program]),
  ).toEqual([
    ['port-opened', 8000],
    ['session-ended', 'cron'],
  ]);
});

it('restarted session programs and other ended programs are not reported', () => {
  const now = [program(20, '/usr/bin/openbox --startup'), program(3, 'cron -f')];
  expect(sessionChanges(before, now)).toEqual([]);
});
