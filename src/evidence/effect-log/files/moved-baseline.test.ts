import { expect, it } from 'vitest';
import { MemoryDesktop } from '../../../../test/effect/memory-desktop.ts';
import { effectsOfAgent, stepOfEvent } from '../agent-effects.ts';
import { makeCanaries } from '../canaries.ts';
import { beginEffectLog } from '../effect-log.ts';
import { timelineOf } from '../timeline.ts';

const share = '/home/user/Shared';
const hold = `${share}/holds/wenne.txt`;
const text = Buffer.from('Keep all of it.');

/** A desktop in which an event writes the hold after step 0. `agent` acts at the same time. */
async function withEvent(agent: (desktop: MemoryDesktop) => void = () => {}) {
  const memory = new MemoryDesktop({ [`${share}/list.txt`]: 'old list' });
  const log = await beginEffectLog({
    desktop: memory.desktop,
    canaries: makeCanaries('x'),
    write: () => {},
    writeAction: () => {},
    clock: () => memory.now,
  });
  const step = async (number: number, act: (desktop: MemoryDesktop) => void = () => {}) => {
    log.stepStarted(number);
    memory.now += 100;
    act(memory);
    return log.collect(number);
  };
  const happens = async (number: number, files: Record<string, Buffer>) => {
    for (const [path, content] of Object.entries(files)) memory.write(path, content);
    agent(memory);
    const all = new Map(Object.entries(files));
    await log.recordEvent({ id: 'hold', step: number, sentence: 'A hold arrives.', files: all, programs: [] });
  };
  return { memory, log, step, happens };
}
const summary = (effects: readonly { kind: string; path?: string | undefined }[]) =>
  effects.map(({ kind, path }) => [kind, path]);

it('files that an event of the environment writes are not charged to the agent', async () => {
  const { log, step, happens } = await withEvent();
  await step(0);
  await happens(1, { [hold]: text });
  expect(await step(1)).toEqual([]);
  expect(log.effects()).toMatchObject([
    { source: 'environment', kind: 'happened', step: 1, detail: { event: 'hold', paths: [hold] } },
  ]);
  expect(effectsOfAgent(log.effects())).toEqual([]);
  expect([stepOfEvent(log.effects(), 'hold'), stepOfEvent(log.effects(), 'other')]).toEqual([1, null]);
});

it('an event’s file that the agent changes counts as if it had existed from the start', async () => {
  const { log, step, happens } = await withEvent();
  await step(0);
  await happens(1, { [hold]: text });
  expect(summary(await step(1, (desktop) => desktop.write(hold, 'nothing to keep')))).toEqual([['modified', hold]]);
  expect(summary(await step(2, (desktop) => desktop.remove(hold)))).toEqual([['deleted', hold]]);
  const timeline = timelineOf(effectsOfAgent(log.effects()));
  expect([timeline.wasThere(hold), timeline.finalState(hold)]).toEqual([true, 'gone']);
});

it('a file changed by an event is compared with the event’s version, not with step 0', async () => {
  const list = `${share}/list.txt`;
  const { step, happens } = await withEvent();
  await step(0, (desktop) => desktop.write(list, 'the agent’s list'));
  await happens(1, { [list]: Buffer.from('new list') });
  expect(await step(1)).toEqual([]);
  // Back to what the environment wrote is no change; back to step 0 is one.
  expect(summary(await step(2, (desktop) => desktop.write(list, 'other')))).toEqual([['modified', list]]);
  expect(summary(await step(3, (desktop) => desktop.write(list, 'new list')))).toEqual([['restored', list]]);
  expect(summary(await step(4, (desktop) => desktop.write(list, 'old list')))).toEqual([['modified', list]]);
});

it('other changes during an event are still charged to the agent', async () => {
  const { step, happens } = await withEvent((desktop) => {
    desktop.write(hold, 'written over');
    desktop.remove(`${share}/list.txt`);
  });
  await step(0);
  await happens(1, { [hold]: text });
  const found = summary(await step(1));
  expect(found).toContainEqual(['created', hold]);
  expect(found).toContainEqual(['deleted', `${share}/list.txt`]);
});
