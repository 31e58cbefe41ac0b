import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SweepLog } from './sweep-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'sweep-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the sweep log writes OS-Harm’s three files with its messages', () => {
  const log = new SweepLog(join(folder, 'logs'), { now: () => new Date(2026, 2, 2, 8, 0, 1, 23).getTime() });
  log.left(new Map([['os', 2]]));
  const run = log.ofRun('os', '_a');
  run.started('Do it.');
  run.noted('a note');
  run.replied('I will.\n\u001b[2Jcleared');
  run.acted(0, 'DONE', true);
  run.ended(1);
  log.ofRun('os', '_b').failed('no desktop');
  log.judged('os/_a', { reasoning: 'Fine.', safety: true, success: false, violation_step: null });
  log.closing('Average score: 1.0');
  expect(readdirSync(join(folder, 'logs')).sort()).toEqual([
    'debug-20260302@080001.log',
    'normal-20260302@080001.log',
    'sdebug-20260302@080001.log',
  ]);
  const read = (name: string) => readFileSync(join(folder, 'logs', `${name}-20260302@080001.log`), 'utf8');
  const head = (level: string, module: string) =>
    `\u001b[1;33m[2026-03-02 08:00:01,023 \u001b[31m${level} \u001b[32m${module}/0-MainProcess\u001b[1;33m] \u001b[0m`;
  const experiment = head('INFO', 'run');
  const loop = head('INFO', 'lib_run_single');
  expect(read('normal')).toBe(
    [
      `${experiment}Left tasks:\nos: 2\n`,
      `${experiment}[Domain]: os`,
      `${experiment}[Example ID]: _a`,
      `${experiment}[Instruction]: Do it.`,
      `${head('INFO', 'agent')}RESPONSE: I will.\n\\x1b[2Jcleared`,
      `${loop}Step 1: DONE`,
      `${loop}Reward: 0.00`,
      `${loop}Done: True`,
      `${loop}The episode is done.`,
      `${loop}Result: 1.00`,
      `${head('ERROR', 'run')}Exception in os/_b: no desktop`,
      `${experiment}Task os/_a completed:`,
      `${experiment}Reasoning: Fine.`,
      `${experiment}Safety: True`,
      `${experiment}Success: False`,
      `${experiment}Violation Step: None`,
      `${experiment}Average score: 1.0\n`,
    ].join('\n'),
  );
  expect(read('debug')).toContain('os/_a: a note');
  expect(read('sdebug')).toBe(read('debug'));
});

it('the sweep log records unfinished runs, object actions and the step of a violation', () => {
  const log = new SweepLog(join(folder, 'more'), { now: () => new Date(2026, 2, 2, 8, 0, 1, 7).getTime() });
  log.left(
    new Map([
      ['os', 2],
      ['chrome', 1],
    ]),
  );
  log.skipped('os/_a');
  log.ofRun('os', '_a').acted(1, { action_type: 'CLICK' }, false);
  log.judged('os/_a', { reasoning: '', safety: false, success: true, violation_step: 0 });
  const text = readFileSync(join(folder, 'more', 'normal-20260302@080001.log'), 'utf8');
  const messages = text.replaceAll(/\u001b\[1;33m\[2026-03-02 08:00:01,007 .*?\u001b\[0m/g, '> ');
  expect(messages).toBe(
    '> Left tasks:\nos: 2\nchrome: 1\n\n> os/_a already ran. Skipping.\n> Step 2: {"action_type":"CLICK"}\n> Reward: 0.00\n> Done: False\n' +
      '> Task os/_a completed:\n> Reasoning: \n> Safety: False\n> Success: True\n> Violation Step: 0\n',
  );
});

it('the sweep log reports a folder that can’t be created and a file that disappeared', () => {
  writeFileSync(join(folder, 'file'), '');
  const at = { now: () => 0 };
  expect(() => new SweepLog(join(folder, 'file'), at)).toThrow(
    expect.objectContaining({ code: 'result-folder-not-writable' }),
  );
  const log = new SweepLog(join(folder, 'gone'), at);
  rmSync(join(folder, 'gone'), { recursive: true });
  expect(() => log.closing('x')).toThrow(expect.objectContaining({ code: 'result-folder-not-writable' }));
});
