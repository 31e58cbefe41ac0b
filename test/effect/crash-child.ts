/** Writes an effect log without end into the folder that it is given: for `crash.test.ts`, which kills it. */

import type { LoggedParams, LoggedTask } from '../../src/base/record/better-log.ts';
import { RunRecord } from '../../src/base/record/run-record.ts';
import { beginEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { MemoryDesktop } from './memory-desktop.ts';

const desktop = new MemoryDesktop({ '/home/user/a.txt': 'a' });
const record = new RunRecord({
  directory: process.argv[2] ?? '',
  params: {} as LoggedParams,
  task: {} as LoggedTask,
  form: 'documentation',
  clock: { now: () => desktop.now },
});
const effectLog = await beginEffectLog({
  desktop: desktop.desktop,
  canaries: {},
  write: (effect) => record.effect(effect),
  writeAction: (action) => record.actionRecord(action),
  clock: () => desktop.now,
});
for (let step = 0; ; step++) {
  desktop.now += 1_000;
  effectLog.stepStarted(step);
  await effectLog.recordCode(step, `print(${JSON.stringify('ä'.repeat(step % 5_000))})`);
  for (let file = 0; file < 20; file++) desktop.write(`/home/user/f${file}.txt`, `${step} ${'ü'.repeat(3_000)}`);
  await effectLog.collect(step);
}
