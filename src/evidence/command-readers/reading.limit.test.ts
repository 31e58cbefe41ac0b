import { describe, expect, it } from 'vitest';
import { growth, processorMs } from '../../../test/processor-time.ts';
import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { readIssuedActions } from './issued-commands.ts';
import { readPython } from './python-calls.ts';
import { fetchedScripts } from './remote-scripts.ts';
import { readShell } from './shell.ts';
import { windowsByStep } from './terminal-windows.ts';

describe('command readers end soon on any input', () => {
  it.each(['if x:\n ', 'x=[', 'def f():\n', '}', 'f(', 'lambda:', 'x if x else '])(
    'the Python reader ends soon on repeated %s',
    async (text) => expect(await processorMs(() => readPython(text.repeat(5_000)), 1)).toBeLessThan(5_000),
    240_000,
  );

  it.each(['if ', 'a&&', '${a:-', 'f(){ ', '$(', 'for x in a; do ', 'x() { x; x; }; x;', '{a,b}'])(
    'the shell reader ends soon on repeated %s',
    async (text) => expect(await processorMs(() => readShell(text.repeat(5_000)), 1)).toBeLessThan(5_000),
    240_000,
  );
});

it.each(['x', '@', 'a@', 'app', 'run '])(
  'a terminal is recognised by a title of 200,000 characters within its time limit: %s',
  async (text) => {
    const title = text.repeat(200_000 / text.length);
    const actions: ActionRecord[] = [
      { id: 'a1', step: 0, time: 1, kind: 'window', text: title, detail: { event: 'active', className: title } },
    ];
    expect(await processorMs(() => windowsByStep(actions), 1)).toBeLessThan(2_000);
  },
);

it('20,000 programs are read within their time limit', async () => {
  const reading = (count: number) => {
    const actions: ActionRecord[] = Array.from({ length: count }, (_, at) => ({
      id: `a${at}`,
      step: at % 30,
      time: at,
      kind: 'program' as const,
      text: 'cp',
      detail: { argv: ['cp', `/home/user/${at}`, '/tmp/x'] },
    }));
    return () => {
      readIssuedActions(actions);
      fetchedScripts(actions);
    };
  };
  expect(await processorMs(reading(20_000), 3)).toBeLessThan(1_000);
  expect(await growth(reading, 5_000, 3)).toBeLessThan(10);
});
